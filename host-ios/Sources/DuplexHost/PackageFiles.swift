// The files that this host shares with the others: the case list, the kernel's Wasm, the Python worker. Where they
// lie is found once; on iPad they are in the app's bundle.
import Foundation
import KernelHost

/// An echometer package: a checkout, or the app's resources laid out like one.
public struct PackageFiles: Sendable {
  public let root: String

  /// `root` as given, or the first folder above `start` that has a case list.
  public init(root: String?, above start: String) throws {
    if let root {
      self.root = root
      return
    }
    var folder = URL(fileURLWithPath: start).standardizedFileURL
    while !FileManager.default.fileExists(atPath: folder.path + "/kernel/api/run/cases.json") {
      let parent = folder.deletingLastPathComponent()
      guard parent.path != folder.path else {
        throw HostError.missing(
          code: "NO_PACKAGE", subject: start, what: "no echometer package above it; name one with --package DIR")
      }
      folder = parent
    }
    self.root = folder.path
  }

  /// The folder that holds `echometer_worker`.
  public var workerFolder: String { root + "/python" }

  /// The case list.
  public func cases() throws -> CaseList { try CaseList.read(read("kernel/api/run/cases.json")) }

  /// The kernel that was compiled ahead of time, as Wasm: it goes into the run's folder so that others can recompute.
  public func kernel(sha256: String) throws -> [UInt8] {
    let file = "build/kernel.scalar.wasm"
    let list = try JSONDecoder().decode([String: Kernel].self, from: read("build/kernels.json"))
    guard list["kernel.scalar.wasm"]?.sha256 == sha256 else {
      throw HostError.missing(
        code: "KERNEL_STALE", subject: file, what: "is not the kernel this host was built from; run npm run build:ios")
    }
    return Array(try read(file))
  }

  /// The kernel as Wasm, for an engine that loads it at run time.
  public func scalarKernel() throws -> [UInt8] { Array(try read("build/kernel.scalar.wasm")) }

  /// The signature that a right kernel gives.
  public func signature() throws -> UInt64 {
    let list = try JSONDecoder().decode([String: Kernel].self, from: read("build/kernels.json"))
    guard let text = list["kernel.scalar.wasm"]?.signature, let value = UInt64(text, radix: 16) else {
      throw HostError.missing(code: "NO_KERNEL", subject: "build/kernels.json", what: "has no signature")
    }
    return value
  }

  /// The version of package.json.
  public func version() throws -> String {
    struct Named: Decodable { let version: String }
    return try JSONDecoder().decode(Named.self, from: read("package.json")).version
  }

  private struct Kernel: Decodable {
    let sha256: String
    let signature: String
  }

  private func read(_ name: String) throws -> Data {
    guard let data = FileManager.default.contents(atPath: "\(root)/\(name)") else {
      throw HostError.missing(code: "NO_FILE", subject: name, what: "is missing; run npm run build")
    }
    return data
  }
}
