// Memory for a kernel, reserved from the system and given back at the end. It costs what is touched, not what is
// reserved.
import CHostPlatform

/// Zeroed, page-aligned memory that backs a kernel's linear memory.
public final class KernelStorage {
  public let base: UnsafeMutableRawPointer
  public let bytes: Int

  /// More than any plan of the case list needs (16 slots of 1 MiB each way, columns and rings: about 80 MiB), less
  /// than what an iPad's address space refuses.
  public static let defaultBytes = 256 << 20

  /// Reserves `bytes`, or throws `engine` when the address space has no room.
  public init(bytes: Int = KernelStorage.defaultBytes) throws {
    guard let base = hp_storage_reserve(bytes) else {
      throw KernelError.engine("no address space for \(bytes) bytes of kernel memory")
    }
    self.base = base
    self.bytes = bytes
  }

  deinit { hp_storage_release(base, bytes) }
}
