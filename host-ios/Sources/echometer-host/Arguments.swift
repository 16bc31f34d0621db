// The command line's arguments as values: parsed once, wrong ones refused by name. It runs nothing.
import DuplexHost

/// What was asked for.
struct Arguments {
  enum Command: Equatable {
    case help
    case run
    case trial(order: Int)
    case identity
    case verify(folder: String?)
  }

  var command: Command = .help
  var options = RunOptions(out: "")
  var isEmbedded = true
  var python = "python3"
  var pythonHome = "/usr"
  var package: String?
  var inProcess = false

  static let usage = """
    Usage: echometer-host run duplex --out DIR [options]
           echometer-host identity
           echometer-host verify [DIR]

      run       measures and writes a run's folder (docs/data-format.md)
      identity  kernelId, measureId, signature and the kernel's sha256
      verify    every conformance vector through this kernel; with DIR: derives data.json of a run again and compares

      --out DIR              an empty folder
      --profile NAME         smoke (default), quick or full
      --only SUITE|CASE,...  as `echometer run`
      --worker KIND          embedded (default): CPython in this process; child: a process of its own
      --python PATH          the child's Python (default python3)
      --python-home DIR      where the embedded CPython finds its library (default /usr)
      --package DIR          the echometer package: kernel/api/run/cases.json, python/, build/ (default: found)
      --seed N  --label NAME  --timeout SECONDS
      --in-process           every trial in this process, as on iPad (default: a fresh process each)

    """

  static func parse(_ words: [String]) throws -> Arguments {
    var arguments = Arguments()
    var rest = words[...]
    arguments.command = try command(&rest)
    while let word = rest.popFirst() {
      if word == "--in-process" {
        arguments.inProcess = true
      } else {
        try arguments.take(word, rest.popFirst())
      }
    }
    if arguments.command == .run, arguments.options.out.isEmpty {
      throw wrong("NO_OUT", "--out", "name the run's folder with --out DIR")
    }
    return arguments
  }

  private static func command(_ rest: inout ArraySlice<String>) throws -> Command {
    switch rest.popFirst() {
    case nil, "help", "--help": return .help
    case "identity": return .identity
    case "run":
      guard rest.popFirst() == "duplex" else { throw wrong("UNKNOWN_SUITE", "run", "this host runs duplex only") }
      return .run
    case "verify":
      return .verify(folder: rest.first?.hasPrefix("--") == false ? rest.popFirst() : nil)
    case "trial":
      guard let order = rest.popFirst().flatMap(Int.init) else { throw wrong("NO_TRIAL", "trial", "needs a number") }
      return .trial(order: order)
    case let other?: throw wrong("UNKNOWN_COMMAND", other, "no such command; see --help")
    }
  }

  private mutating func take(_ option: String, _ value: String?) throws {
    guard let value else { throw Self.wrong("NO_VALUE", option, "needs a value, or is no option; see --help") }
    switch option {
    case "--out": options.out = value
    case "--only": options.only = value
    case "--label": options.label = value
    case "--python": python = value
    case "--python-home": pythonHome = value
    case "--package": package = value
    case "--profile": options.profile = try Self.choice(option, value, Profile.init)
    case "--worker": isEmbedded = try Self.choice(option, value, WorkerChoice.init) == .embedded
    case "--seed": options.seed = try Self.choice(option, value, { UInt64($0) })
    case "--timeout": options.timeoutNs = try Self.choice(option, value, { UInt64($0) }) * 1_000_000_000
    default: throw Self.wrong("UNKNOWN_OPTION", option, "no such option; see --help")
    }
  }

  private enum WorkerChoice: String {
    case embedded, child
  }

  private static func choice<Value>(_ option: String, _ text: String, _ read: (String) -> Value?) throws -> Value {
    if let value = read(text) { return value }
    throw wrong("BAD_VALUE", option, "\"\(text)\" is not a value for it; see --help")
  }

  private static func wrong(_ code: String, _ subject: String, _ what: String) -> HostError {
    .usage(code: code, subject: subject, what: what)
  }
}
