// The vector files of kernel/vectors: which suites there are, and their cases. A suite without cases, or with another
// count than the manifest's, is a defect.
import Foundation

/// One case.
public struct VectorCase {
  public let id: String
  let input: VectorNode
  let output: VectorNode?
  let error: VectorNode?
}

/// A suite's files.
public struct VectorSuite {
  public let name: String
  /// The cases are lists of kernel calls, which one interpreter runs.
  public let isCalls: Bool
  /// Relative, for an approximate suite; 0 means the same bits.
  public let tolerance: Double
  /// "exact", or "approximate" with its tolerance, as `echometer verify` prints it.
  public let conformance: String
  /// By file name.
  public let files: [(name: String, cases: [VectorCase])]

  /// Every suite of the folder's manifest, in name order.
  public static func readAll(_ folder: String) throws -> [VectorSuite] {
    let manifest = try node("\(folder)/manifest.json")
    let suites = try manifest.member("suites")
    return try suites.names.map { try VectorSuite(folder, $0, suites.member($0)) }
  }

  private init(_ folder: String, _ suite: String, _ listed: VectorNode) throws {
    name = suite
    isCalls = try listed.optional("calls")?.bool() ?? false
    let exactness = try listed.member("conformance").text()
    if let tolerance = listed.optional("tolerance") {
      self.tolerance = try tolerance.number()
      // As JavaScript writes it: 1e-9, not 1e-09.
      conformance = "\(exactness) (\(self.tolerance))".replacingOccurrences(of: "e-0", with: "e-")
    } else {
      tolerance = 0
      conformance = exactness
    }
    let counts = try listed.member("files")
    files = try counts.names.map { file in
      let cases = try Self.node("\(folder)/\(suite)/\(file)").member("cases").list()
      guard try !cases.isEmpty && cases.count == counts.member(file).u32() else {
        throw VectorDefect(description: "\(suite)/\(file) has \(cases.count) cases, not the manifest's")
      }
      return (file, try cases.map { try VectorCase($0, file) })
    }
    if files.isEmpty { throw VectorDefect(description: "\(suite) has no files") }
  }

  private static func node(_ path: String) throws -> VectorNode {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw VectorDefect(description: "\(path) cannot be read")
    }
    return try VectorNode(json: data, path: path.split(separator: "/").suffix(2).joined(separator: "/"))
  }
}

extension VectorCase {
  init(_ node: VectorNode, _ file: String) throws {
    id = "\(file.replacingOccurrences(of: ".json", with: ""))/\(try node.member("id").text())"
    input = try node.member("input")
    output = node.optional("output")
    error = node.optional("error")
  }
}
