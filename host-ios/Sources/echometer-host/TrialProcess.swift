// One trial in a fresh process of this program: it writes the trial's files itself. A process that dies leaves a
// failed trial, not a failed run.
import CHostPlatform
import DuplexHost
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct TrialProcess {
  let arguments: Arguments
  let folder: RunFolder

  init(_ arguments: Arguments, _ folder: RunFolder) {
    self.arguments = arguments
    self.folder = folder
  }

  func measure(_ request: TrialRequest) throws {
    let pid = start(request)
    guard pid > 0 else { throw HostError.system(call: "starting a trial", errno: -pid) }
    var code: Int32 = 0
    var signal: Int32 = 0
    _ = hp_wait_child(pid, true, &code, &signal)
    if (try? folder.read(RunFolder.trialName(request.planned.order))) != nil { return }
    let how = signal > 0 ? "by signal \(signal)" : "with exit code \(code)"
    let failure = TrialFailure(code: "HOST_DIED", message: "the trial host ended \(how) before its trial was done")
    try TrialFacts.failed(request, failure).write(to: folder)
  }

  private func start(_ request: TrialRequest) -> Int32 {
    let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]
    var words = [
      executable, "trial", String(request.planned.order), "--out", folder.path, "--python", arguments.python,
      "--python-home", arguments.pythonHome, "--worker", arguments.isEmbedded ? "embedded" : "child",
      "--timeout", String(request.timeoutNs / 1_000_000_000),
    ]
    if let package = arguments.package { words += ["--package", package] }
    let copies = words.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    return copies.withUnsafeBufferPointer { hp_spawn(copies[0], $0.baseAddress, nil, nil, nil, 0) }
  }
}
