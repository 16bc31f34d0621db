// The kernel's Status codes (docs/abi.md). KernelAbi.swift has them by name; which call answers which code is the kernel's affair.

/// A negative answer of the kernel.
public struct KernelStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32

  /// A status from its number on the ABI.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The name in docs/abi.md, or the number where this version has no name for it.
  public var name: String {
    let index = -Int(rawValue)
    return KernelAbi.statusNames.indices.contains(index) ? KernelAbi.statusNames[index] : "STATUS_\(rawValue)"
  }
}
