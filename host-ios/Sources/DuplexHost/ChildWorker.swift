// A worker in a process of its own: `echometer_worker` under a Python, reached over a Unix socket (docs/protocol.md
// section 2). Not on iOS, which has no child processes.
#if os(Linux) || os(macOS)
  import CHostPlatform
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #else
    import Glibc
  #endif

  /// CPython as a child process.
  public final class ChildPython: WorkerStarter {
    static let connectRetryMs: Int32 = 2
    static let connectTimeoutNs: UInt64 = 20_000_000_000
    /// Isolated from the user's site, and 15 ms faster to start (as host-node does it).
    static let boot =
      "import sys; sys.path.insert(0, sys.argv.pop(1)); "
      + "from echometer_worker.__main__ import main; sys.exit(main(sys.argv[1:]))"

    public let facts: Json
    public let place = "child"
    public let needsSlotFiles = true
    private let executable: String
    private let workerFolder: String

    /// Asks `python` what it is.
    public init(python: String, workerFolder: String) throws {
      let probe = try Probe.run(python)
      executable = probe.executable
      self.workerFolder = workerFolder
      facts = .object([
        ("kind", .text("python")), ("implementation", .text(probe.implementation)),
        ("version", .text(probe.version)), ("build", .text(probe.build)), ("place", .text("child")),
      ])
    }

    public func start(token: [UInt8], slots: SlotRegions?, index: Int) throws -> any DuplexWorker {
      var arguments = [executable, "-I", "-S", "-c", Self.boot, workerFolder]
      let folder = try SocketFolder()
      arguments += ["--socket", folder.socket, "--token-fd", "3"]
      if let slots, slots.inputFile >= 0 { arguments += ["--slots-in-fd", "4"] }
      if let slots, slots.outputFile >= 0 { arguments += ["--slots-out-fd", "5"] }
      let child = try ChildProcess.start(arguments, token: token, slots: slots, log: folder.log)
      return try ChildWorker(child: child, folder: folder)
    }
  }

  /// What a Python says of itself.
  struct Probe: Decodable {
    let executable: String
    let version: String
    let implementation: String
    let build: String

    static let script = """
      import json, platform, sys
      print(json.dumps({"executable": sys.executable, "version": platform.python_version(),
        "implementation": platform.python_implementation(), "build": platform.python_compiler()}))
      """

    static func run(_ python: String) throws -> Probe {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [python, "-I", "-S", "-c", script]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      do {
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(Probe.self, from: text)
      } catch {
        throw HostError.missing(
          code: "NO_PYTHON", subject: python, what: "did not run as a Python; name one with --python PATH")
      }
    }
  }

  /// A private folder whose path is short enough for a Unix socket (104 bytes on Apple); stderr goes there too.
  final class SocketFolder {
    let path: String
    var socket: String { path + "/0.s" }
    var log: String { path + "/stderr.txt" }

    init() throws {
      var template = Array("/tmp/echo-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw HostError.system(call: "mkdtemp", errno: errno) }
      path = EmbeddedPython.string(template)
    }

    deinit {
      unlink(socket)
      unlink(log)
      rmdir(path)
    }
  }

  /// A started child, before it is connected.
  struct ChildProcess {
    let pid: Int32
    /// Nobody writes it; its end tells a child that waits in accept that we are gone.
    let input: Int32

    static func start(_ arguments: [String], token: [UInt8], slots: SlotRegions?, log: String) throws -> ChildProcess {
      var tokenEnds: [Int32] = [-1, -1]
      var inputEnds: [Int32] = [-1, -1]
      try check("pipe", hp_pipe(&tokenEnds))
      try check("pipe", hp_pipe(&inputEnds))
      let nothing = try check("open", hp_open("/dev/null", true))
      let errors = try check("open", hp_open(log, true))
      var from = [inputEnds[0], nothing, errors, tokenEnds[0]]
      var to: [Int32] = [0, 1, 2, 3]
      for (file, number) in [(slots?.inputFile ?? -1, Int32(4)), (slots?.outputFile ?? -1, 5)] where file >= 0 {
        from.append(file)
        to.append(number)
      }
      _ = hp_write(tokenEnds[1], token, token.count)
      hp_close(tokenEnds[1])
      let pid = spawn(arguments, from, to)
      for descriptor in [inputEnds[0], nothing, errors, tokenEnds[0]] { hp_close(descriptor) }
      guard pid > 0 else {
        hp_close(inputEnds[1])
        throw TrialFailure(code: "WORKER_START", message: "\(arguments[0]) did not start: errno \(-pid)")
      }
      return ChildProcess(pid: pid, input: inputEnds[1])
    }

    @discardableResult
    private static func check(_ call: String, _ result: Int32) throws -> Int32 {
      if result < 0 { throw HostError.system(call: call, errno: -result) }
      return result
    }

    private static func spawn(_ arguments: [String], _ from: [Int32], _ to: [Int32]) -> Int32 {
      let copies = arguments.map { strdup($0) } + [nil]
      defer { copies.forEach { free($0) } }
      return copies.withUnsafeBufferPointer { hp_spawn(copies[0], $0.baseAddress, nil, from, to, from.count) }
    }
  }

  final class ChildWorker: DuplexWorker {
    /// After the channel closed a worker has this long to exit by itself before it is killed.
    static let graceNs: UInt64 = 3_000_000_000

    let descriptor: Int32
    private let child: ChildProcess
    private let folder: SocketFolder

    init(child: ChildProcess, folder: SocketFolder) throws {
      self.child = child
      self.folder = folder
      do {
        descriptor = try Self.connect(child.pid, folder)
      } catch {
        hp_close(child.input)
        Self.end(child.pid)
        throw error
      }
    }

    var pid: Int32 { child.pid }

    func reading() -> Json { Readings.process(child.pid) }

    func finish() -> WorkerExit {
      hp_close(descriptor)
      let deadlineNs = hp_now_ns() + Self.graceNs
      var code: Int32 = 0
      var signal: Int32 = 0
      while hp_wait_child(child.pid, false, &code, &signal) == 0 {
        if hp_now_ns() > deadlineNs {
          hp_kill(child.pid)
          _ = hp_wait_child(child.pid, true, &code, &signal)
          break
        }
        Self.pauseMs(1)
      }
      hp_close(child.input)
      let log = (try? String(contentsOfFile: folder.log, encoding: .utf8)) ?? ""
      let last = log.split(separator: "\n").last.map(String.init) ?? ""
      var exit = WorkerExit(code: code >= 0 ? code : nil, signal: signal > 0 ? signal : nil, text: last)
      exit.log = log
      return exit
    }

    private static func connect(_ pid: Int32, _ folder: SocketFolder) throws -> Int32 {
      let deadlineNs = hp_now_ns() + ChildPython.connectTimeoutNs
      var code: Int32 = 0
      var signal: Int32 = 0
      while true {
        let descriptor = hp_channel_connect(folder.socket, EmbeddedPython.socketBufferBytes)
        if descriptor >= 0 { return descriptor }
        // Not bound yet, or bound and not listening yet.
        guard descriptor == -ENOENT || descriptor == -ECONNREFUSED else {
          throw TrialFailure(code: "WORKER_CONNECT", message: "connect failed with errno \(-descriptor)")
        }
        if hp_wait_child(pid, false, &code, &signal) != 0 {
          let text = (try? String(contentsOfFile: folder.log, encoding: .utf8)) ?? ""
          let last = text.split(separator: "\n").last.map { " (\($0))" } ?? ""
          throw TrialFailure(
            code: "WORKER_START", message: "the worker ended with code \(code) before it listened\(last)")
        }
        if hp_now_ns() > deadlineNs {
          throw TrialFailure(code: "WORKER_CONNECT", message: "the worker did not listen within 20 s")
        }
        pauseMs(ChildPython.connectRetryMs)
      }
    }

    private static func end(_ pid: Int32) {
      var code: Int32 = 0
      var signal: Int32 = 0
      hp_kill(pid)
      _ = hp_wait_child(pid, true, &code, &signal)
    }

    private static func pauseMs(_ milliseconds: Int32) {
      _ = hp_wait(nil, nil, 0, milliseconds, nil)
    }
  }
#endif
