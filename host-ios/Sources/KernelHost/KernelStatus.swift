// The kernel's Status codes (docs/abi.md). Only names; which call answers which code is the kernel's affair.

/// A negative answer of the kernel.
public struct KernelStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32

  /// A status from its number on the ABI.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let ok = KernelStatus(rawValue: 0)
  public static let notConfigured = KernelStatus(rawValue: -1)
  public static let sealed = KernelStatus(rawValue: -2)
  public static let badPlan = KernelStatus(rawValue: -3)
  public static let noMemory = KernelStatus(rawValue: -4)
  public static let badArgument = KernelStatus(rawValue: -5)
  public static let badAddress = KernelStatus(rawValue: -6)
  public static let empty = KernelStatus(rawValue: -7)
  public static let notFinite = KernelStatus(rawValue: -8)
  public static let tooFew = KernelStatus(rawValue: -9)
  public static let capacity = KernelStatus(rawValue: -10)
  public static let corrupt = KernelStatus(rawValue: -11)
  public static let wrongState = KernelStatus(rawValue: -12)
  public static let domain = KernelStatus(rawValue: -13)
  public static let overflow = KernelStatus(rawValue: -14)

  static let names = [
    "OK", "NOT_CONFIGURED", "SEALED", "BAD_PLAN", "NO_MEMORY", "BAD_ARGUMENT", "BAD_ADDRESS", "EMPTY",
    "NOT_FINITE", "TOO_FEW", "CAPACITY", "CORRUPT", "WRONG_STATE", "DOMAIN", "OVERFLOW",
  ]

  /// The name in docs/abi.md, or the number where this version has no name for it.
  public var name: String {
    let index = -Int(rawValue)
    return Self.names.indices.contains(index) ? Self.names[index] : "STATUS_\(rawValue)"
  }
}
