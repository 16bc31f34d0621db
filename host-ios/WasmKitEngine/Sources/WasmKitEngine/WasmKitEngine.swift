// The kernel interpreted by WasmKit: the same exports and the same bits as the ahead-of-time engine, 10 to 33
// times slower (docs/decisions/0006). It cross-checks the C and loads a kernel that the app was not built with.
import KernelHost
import WasmKit

/// The kernel in WasmKit's interpreter.
public final class WasmKitEngine: KernelEngine {
  private let instance: Instance
  private let linear: Memory
  private var functions: [Function] = []
  private var globals: [Int32: Global] = [:]

  public let label = "WasmKit 0.2.2, interpreted"
  public let moduleSha256: String
  /// WasmKit owns the memory, so no file can be mapped over it.
  public let canMapStorage = false

  /// Parses and instantiates `wasm`, which imports nothing.
  public init(wasm: [UInt8]) throws {
    moduleSha256 = sha256Hex(wasm)
    do {
      let module = try parseWasm(bytes: wasm)
      instance = try module.instantiate(store: Store(engine: Engine()))
    } catch {
      throw KernelError.engine("WasmKit: \(error)")
    }
    guard case .memory(let memory)? = instance.export("memory") else {
      throw KernelError.engine("the module exports no memory")
    }
    linear = memory
  }

  public var memory: UnsafeMutableRawBufferPointer {
    // Linear memory moves only when it grows, and it grows only in configure. The count is a statement of its own: `data`
    // is a second owner of the bytes, and a writable pointer beside it would copy all of them.
    let count = linear.data.count
    return linear.withUnsafeMutableBufferPointer(offset: 0, count: count) { $0 }
  }

  public func find(_ name: String) throws -> KernelExport {
    let index = Int32(functions.count)
    switch instance.export(name) {
    case .function(let function)?:
      functions.append(function)
      return KernelExport(
        index: index, name: name, parameters: String(function.type.parameters.map(Self.letter)),
        result: function.type.results.first.map(Self.letter) ?? "v", isGlobal: false)
    case .global(let global)?:
      // Globals are numbered below zero.
      let number = -Int32(globals.count) - 1
      globals[number] = global
      return KernelExport(
        index: number, name: name, parameters: "", result: Self.letter(of: global.value), isGlobal: true)
    default:
      throw KernelError.noExport(name)
    }
  }

  public func call(_ export: KernelExport, _ slots: UnsafeBufferPointer<UInt64>) throws -> UInt64 {
    if export.isGlobal { return try Self.slot(globals[export.index]?.value, export) }
    guard slots.count == export.parameters.count else { throw KernelError.noExport(export.name) }
    let arguments = zip(export.parameters, slots).map(Self.value)
    do {
      let results = try functions[Int(export.index)].invoke(arguments)
      return export.result == "v" ? 0 : try Self.slot(results.first, export)
    } catch let trap as Trap {
      throw KernelError.trap(name: "\(trap)", export: export.name)
    }
  }

  private static func letter(_ type: ValueType) -> Character {
    switch type {
    case .i32: "i"
    case .i64: "j"
    case .f32: "f"
    case .f64: "d"
    default: "?"
    }
  }

  private static func letter(of value: Value) -> Character {
    switch value {
    case .i32: "i"
    case .i64: "j"
    case .f32: "f"
    case .f64: "d"
    default: "?"
    }
  }

  private static func value(_ letter: Character, _ slot: UInt64) -> Value {
    switch letter {
    case "i": .i32(UInt32(truncatingIfNeeded: slot))
    case "j": .i64(slot)
    case "f": .f32(UInt32(truncatingIfNeeded: slot))
    default: .f64(slot)
    }
  }

  private static func slot(_ value: Value?, _ export: KernelExport) throws -> UInt64 {
    switch value {
    case .i32(let bits)?: UInt64(bits)
    case .i64(let bits)?: bits
    case .f32(let bits)?: UInt64(bits)
    case .f64(let bits)?: bits
    default: throw KernelError.noExport(export.name)
    }
  }
}
