// The command line: the only file that prints or exits. Results go to stdout, progress and errors to stderr; exit
// codes are host-node's (0 done, 1 failed, 2 usage, 3 missing, 70 a bug of ours).
import DuplexHost
import Foundation
import KernelHost

func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
func print(result text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

func runCommand() throws -> Int32 {
  let arguments = try Arguments.parse(Array(CommandLine.arguments.dropFirst()))
  if arguments.command == .help {
    print(result: Arguments.usage)
    return 0
  }
  let session = try Session(arguments)
  switch arguments.command {
  case .help: return 0
  case .identity:
    print(result: try session.identity())
    return 0
  case .trial(let order):
    try session.trial(order)
    return 0
  case .run:
    let result = try session.run(progress: say)
    print(result: result.text)
    return result.exit
  case .verify(let folder):
    let result = try folder.map { try session.verify($0) } ?? session.verifyKernel()
    print(result: result.text)
    return result.exit
  }
}

do {
  exit(try runCommand())
} catch let error as HostError {
  say("\(error.code): \(error.line)")
  exit(error.exitCode)
} catch let error as KernelError {
  say("\(error.code): \(error)")
  exit(70)
} catch {
  say("BUG: \(error)")
  exit(70)
}
