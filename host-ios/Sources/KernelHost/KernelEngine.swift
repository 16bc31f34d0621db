// What runs the kernel's code: compiled ahead of time (the default) or interpreted. The protocol knows exports,
// slots and memory, not what the exports mean.

/// One exported function or global, found once by name.
public struct KernelExport: Sendable {
  /// The engine's own number for it.
  public let index: Int32
  public let name: String
  /// One letter a parameter: i = i32, j = i64, f = f32, d = f64.
  public let parameters: String
  /// The letter of the result, or `v`.
  public let result: Character
  public let isGlobal: Bool

  /// Describes an export; engines make these.
  public init(index: Int32, name: String, parameters: String, result: Character, isGlobal: Bool) {
    self.index = index
    self.name = name
    self.parameters = parameters
    self.result = result
    self.isGlobal = isGlobal
  }
}

/// An instance of the kernel in some engine. Not thread-safe: one thread at a time uses an engine.
public protocol KernelEngine: AnyObject {
  /// How the engine works, for results: "wasm2c 1.0.39, …".
  var label: String { get }
  /// The sha256 of the Wasm file that runs, 64 hex digits.
  var moduleSha256: String { get }
  /// Linear memory. It may be another value after a call that grows memory, which only `configure` does.
  var memory: UnsafeMutableRawBufferPointer { get }
  /// Whether file mappings may be placed over linear memory.
  var canMapStorage: Bool { get }
  /// Finds an export, or throws `noExport`.
  func find(_ name: String) throws -> KernelExport
  /// Calls a function (or reads a global). Slots hold i32 zero-extended and f64 as bits.
  func call(_ export: KernelExport, _ slots: UnsafeBufferPointer<UInt64>) throws -> UInt64
}

extension KernelEngine {
  /// Calls without arguments.
  @inline(__always)
  public func call(_ export: KernelExport) throws -> UInt64 {
    try call(export, UnsafeBufferPointer(start: nil, count: 0))
  }

  /// Calls with one slot; no array is made (the pump calls this for every frame).
  @inline(__always)
  public func call(_ export: KernelExport, _ first: UInt64) throws -> UInt64 {
    var slot = first
    return try withUnsafePointer(to: &slot) {
      try call(export, UnsafeBufferPointer(start: $0, count: 1))
    }
  }

  /// Calls with two slots.
  @inline(__always)
  public func call(_ export: KernelExport, _ first: UInt64, _ second: UInt64) throws -> UInt64 {
    var slots = (first, second)
    return try withUnsafeBytes(of: &slots) {
      try call(export, $0.assumingMemoryBound(to: UInt64.self))
    }
  }

  /// Calls with any number of slots; allocates.
  public func call(_ export: KernelExport, slots: [UInt64]) throws -> UInt64 {
    try slots.withUnsafeBufferPointer { try call(export, $0) }
  }
}
