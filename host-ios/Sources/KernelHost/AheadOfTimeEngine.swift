// The default engine: the kernel as C made by wasm2c, compiled with the app. No code is made at run time
// (docs/decisions has the reasons). Traps come back as errors; nothing here interprets the exports.
import CKernel

/// The kernel compiled ahead of time.
public final class AheadOfTimeEngine: KernelEngine {
  private let instance: OpaquePointer
  private let storage: KernelStorage

  /// Makes an instance in memory of its own.
  public convenience init() throws { try self.init(storage: KernelStorage()) }

  /// Makes an instance in `storage`, which must be fresh (zeroed).
  public init(storage: KernelStorage) throws {
    var created: OpaquePointer?
    let outcome = ck_create(storage.base, storage.bytes, &created)
    guard outcome == CK_OK, let created else {
      throw KernelError.engine("ck_create: \(String(cString: ck_outcome_name(outcome)))")
    }
    self.instance = created
    self.storage = storage
  }

  deinit { ck_destroy(instance) }

  public var label: String { String(cString: ck_build_info()) }
  public var moduleSha256: String { String(cString: ck_module_sha256()) }
  public var canMapStorage: Bool { true }

  public var memory: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: ck_memory(instance), count: ck_memory_bytes(instance))
  }

  public func find(_ name: String) throws -> KernelExport {
    let index = ck_find(name)
    guard index >= 0, let text = ck_export_signature(index) else { throw KernelError.noExport(name) }
    var signature = Substring(String(cString: text))
    let isGlobal = signature.first == "g"
    if isGlobal { signature = signature.dropFirst() }
    let parts = signature.split(separator: ">", omittingEmptySubsequences: false)
    return KernelExport(
      index: index, name: name, parameters: String(parts[0]), result: parts[1].first ?? "v",
      isGlobal: isGlobal)
  }

  @inline(__always)
  public func call(_ export: KernelExport, _ slots: UnsafeBufferPointer<UInt64>) throws -> UInt64 {
    var result: UInt64 = 0
    let outcome = ck_call(instance, export.index, slots.baseAddress, slots.count, &result)
    if outcome != CK_OK { throw Self.failure(outcome, export) }
    return result
  }

  static func failure(_ outcome: Int32, _ export: KernelExport) -> KernelError {
    if outcome == CK_NO_EXPORT || outcome == CK_ARGUMENTS { return .noExport(export.name) }
    return .trap(name: String(cString: ck_outcome_name(outcome)), export: export.name)
  }

  /// Names of all exports, sorted.
  public static var exportNames: [String] {
    (0..<Int32(ck_export_total())).compactMap { ck_export_name($0).map { String(cString: $0) } }
  }
}
