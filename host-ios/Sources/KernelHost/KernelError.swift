// What can go wrong between Swift and the kernel, with stable codes. It prints nothing and ends nothing.

/// A failure of a kernel call.
public enum KernelError: Error, Equatable, Sendable {
  /// Generated code trapped; `name` is WebAssembly's, for example "out of bounds". Always a bug of ours.
  case trap(name: String, export: String)
  /// The call answered a negative status; `subject` is `lastSubject()`.
  case status(KernelStatus, export: String, subject: Int32)
  /// The kernel has no such export, or one with another signature: another ABI version.
  case noExport(String)
  /// The engine could not be made, for example because no storage of that size was to be had.
  case engine(String)
  /// The self-check's signature differs from the one that was released.
  case selfCheck(expected: UInt64, got: UInt64)

  /// The same codes as host-node prints.
  public var code: String {
    switch self {
    case .trap: "KERNEL_TRAP"
    case .status(let status, _, _): status.name
    case .noExport: "KERNEL_ABI"
    case .engine: "KERNEL_LOAD"
    case .selfCheck: "KERNEL_SELF_CHECK"
    }
  }
}
