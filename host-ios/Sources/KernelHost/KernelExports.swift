// Exports by name with typed arguments, for everything that is not called per frame. It caches what it has found
// and checks every signature; the hot calls are in KernelChannel.

/// A value that crosses the boundary.
public enum KernelValue: Equatable, Sendable {
  case i32(Int32)
  case u32(UInt32)
  case u64(UInt64)
  case f64(Double)

  var slot: UInt64 {
    switch self {
    case .i32(let value): UInt64(UInt32(bitPattern: value))
    case .u32(let value): UInt64(value)
    case .u64(let value): value
    case .f64(let value): value.bitPattern
    }
  }

  /// The letter that a signature has in this value's place.
  var letter: Character {
    switch self {
    case .i32, .u32: "i"
    case .u64: "j"
    case .f64: "d"
    }
  }
}

/// The exports of one engine.
public final class KernelExports {
  public let engine: any KernelEngine
  private var found: [String: KernelExport] = [:]

  /// Looks nothing up yet.
  public init(engine: any KernelEngine) { self.engine = engine }

  /// Finds `name` and checks its signature, for example `"ij>i"`.
  public func find(_ name: String, _ signature: String) throws -> KernelExport {
    let export = try find(name)
    let actual = "\(export.parameters)>\(export.result)"
    guard actual == signature else { throw KernelError.noExport("\(name) \(signature), has \(actual)") }
    return export
  }

  /// Finds `name` with whatever signature it has.
  public func find(_ name: String) throws -> KernelExport {
    if let known = found[name] { return known }
    let export = try engine.find(name)
    found[name] = export
    return export
  }

  /// The raw result slot of a call; an argument of another type than the export's is `noExport`.
  public func slot(_ name: String, _ arguments: [KernelValue] = []) throws -> UInt64 {
    let export = try find(name)
    guard export.parameters == String(arguments.map(\.letter)) else {
      throw KernelError.noExport("\(name)(\(String(arguments.map(\.letter)))), has (\(export.parameters))")
    }
    return try engine.call(export, slots: arguments.map(\.slot))
  }

  /// A call whose result is an i32: a count or a Status.
  public func i32(_ name: String, _ arguments: [KernelValue] = []) throws -> Int32 {
    Int32(truncatingIfNeeded: try slot(name, arguments))
  }

  /// A call whose result is a u64.
  public func u64(_ name: String, _ arguments: [KernelValue] = []) throws -> UInt64 {
    try slot(name, arguments)
  }

  /// A call whose result is an f64.
  public func f64(_ name: String, _ arguments: [KernelValue] = []) throws -> Double {
    Double(bitPattern: try slot(name, arguments))
  }

  /// A call whose negative result is thrown as a status.
  @discardableResult
  public func checked(_ name: String, _ arguments: [KernelValue] = []) throws -> Int32 {
    let answer = try i32(name, arguments)
    if answer >= 0 { return answer }
    let subject = try i32("lastSubject")
    throw KernelError.status(KernelStatus(rawValue: answer), export: name, subject: subject)
  }
}
