// The files of a run's folder (docs/data-format.md): each is written under a temporary name, synced and renamed. It
// knows names and bytes, not what the fields mean.
import CHostPlatform
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A run's folder.
public struct RunFolder: Sendable {
  public let path: String

  /// An existing run's folder.
  public init(existing path: String) { self.path = path }

  /// Makes `path` (or takes it when it is empty) with its subfolders.
  public static func create(_ path: String) throws -> RunFolder {
    let manager = FileManager.default
    if let entries = try? manager.contentsOfDirectory(atPath: path), !entries.isEmpty {
      throw HostError.usage(code: "OUT_NOT_EMPTY", subject: path, what: "the folder is not empty; name another")
    }
    for folder in ["trials", "samples", "logs"] {
      do {
        try manager.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
      } catch {
        throw HostError.usage(code: "OUT_NOT_WRITABLE", subject: path, what: "cannot be made (\(error))")
      }
    }
    return RunFolder(existing: path)
  }

  /// The place of a trial's file.
  public static func trialName(_ order: Int) -> String { "trials/\(padded(order)).json" }

  static func sampleName(_ order: Int, _ column: String) -> String { "\(padded(order)).\(column).u64" }

  static func padded(_ order: Int) -> String {
    let digits = String(order)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Writes `bytes` at `name`, whole or not at all.
  public func write(_ bytes: [UInt8], _ name: String) throws {
    let final = "\(path)/\(name)"
    let temporary = "\(final).tmp"
    unlink(temporary)
    let file = hp_open(temporary, true)
    guard file >= 0 else { throw HostError.system(call: "open \(name)", errno: -file) }
    defer { hp_close(file) }
    var done = 0
    while done < bytes.count {
      let wrote = bytes.withUnsafeBytes { hp_write(file, $0.baseAddress?.advanced(by: done), bytes.count - done) }
      guard wrote > 0 else { throw HostError.system(call: "write \(name)", errno: Int32(-wrote)) }
      done += Int(wrote)
    }
    let synced = hp_sync(file)
    guard synced == 0 else { throw HostError.system(call: "fsync \(name)", errno: -synced) }
    guard rename(temporary, final) == 0 else { throw HostError.system(call: "rename \(name)", errno: errno) }
  }

  /// Writes JSON.
  public func write(_ json: Json, _ name: String) throws { try write(Array(json.written().utf8), name) }

  /// Reads a file whole.
  public func read(_ name: String) throws -> Data {
    guard let data = FileManager.default.contents(atPath: "\(path)/\(name)") else {
      throw HostError.usage(code: "UNREADABLE", subject: "\(path)/\(name)", what: "cannot be read")
    }
    return data
  }

  /// The samples of a column file.
  public func samples(_ name: String) throws -> [UInt64] {
    let bytes = try read("samples/\(name)")
    return bytes.withUnsafeBytes { raw in
      (0..<raw.count / 8).map {
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
      }
    }
  }
}
