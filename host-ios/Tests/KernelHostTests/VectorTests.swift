// Every conformance vector through Swift and the C kernel, and the kernel's identity against what Node prints.
import Foundation
import Testing

@testable import KernelHost

enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  static let suites: [String] = {
    let manifest = FileManager.default.contents(atPath: root + "/kernel/vectors/manifest.json") ?? Data()
    let top = (try? JSONSerialization.jsonObject(with: manifest)) as? [String: Any]
    return (top?["suites"] as? [String: Any])?.keys.sorted() ?? []
  }()
  /// Read once: without optimization reading them takes as long as running them. Only read after that.
  nonisolated(unsafe) static let vectors = Result { try VectorSuite.readAll(root + "/kernel/vectors") }
}

@Suite("The C kernel")
struct VectorTests {
  @Test("agrees with every vector of", arguments: Repository.suites)
  func agrees(suite name: String) throws {
    let suite = try #require(try Repository.vectors.get().first { $0.name == name })
    let report = try VectorRunner { try Kernel.aheadOfTime() }.run(suite)
    #expect(!report.isUnknown, "no runner for \(name)")
    #expect(report.cases > 0)
    #expect(report.failures == [])
    print("vectors: \(name) \(report.cases) cases, engine AOT")
  }

  @Test("is found to differ when an expectation is changed")
  func notices() throws {
    let payload = try #require(try Repository.vectors.get().first { $0.name == "verification" }?.files.first)
    let scratch = try KernelStatistics(kernel: Kernel.aheadOfTime(), scratchBytes: 64 << 20)
    let right = try #require(payload.cases.first)
    // The case of one suite in the other's check: another output.
    #expect(throws: (any Error).self) { try PayloadVector(scratch).checkFill(right) }
  }

  @Test("is found to differ from a call vector in an output, a refusal, and the last bit of a double")
  func noticesCalls() throws {
    let scratch = try KernelStatistics(kernel: Kernel.aheadOfTime(), scratchBytes: 1 << 20)
    let right = Self.median("4008000000000000", status: 0)
    try CallVector(scratch, tolerance: 0).check(try Self.vector(right))
    let wrong = [
      Self.median("4008000000000001", status: 0), Self.median("4008000000000000", status: 1),
      right.replacingOccurrences(of: "\"result\": \"valid\"", with: "\"error\": {\"code\": \"EMPTY\", \"subject\": 1}"),
      right.replacingOccurrences(of: "@x", with: "@y"),
    ]
    for text in wrong {
      #expect(throws: (any Error).self) { try CallVector(scratch, tolerance: 0).check(try Self.vector(text)) }
    }
    try CallVector(scratch, tolerance: 1e-9).check(try Self.vector(wrong[0]))
    let far = Self.median("4009000000000000", status: 0)
    #expect(throws: (any Error).self) { try CallVector(scratch, tolerance: 1e-9).check(try Self.vector(far)) }
  }

  /// `quantiles` of one value.
  private static func median(_ bits: String, status: Int) -> String {
    """
    {"id": "test", "result": "valid", "input": {
      "memory": {"x": {"f64": ["4008000000000000"]}, "p": {"f64": ["3fe0000000000000"]}, "out": {"room": 8}},
      "steps": [["quantiles", "@x", 1, "@p", 1, 2, "@out"]]},
     "output": {"returns": [\(status)], "memory": {"out": {"f64": ["\(bits)"]}}}}
    """
  }

  private static func vector(_ text: String) throws -> VectorCase {
    try VectorCase(VectorNode(json: Data(text.utf8), path: "test"), "test.json")
  }

  @Test("has the identity, signature and sha256 that Node's build lists")
  func identity() throws {
    struct Listed: Decodable { let sha256, signature, kernelId, measureId: String }
    let json = try #require(FileManager.default.contents(atPath: Repository.root + "/build/kernels.json"))
    let listed = try #require(try JSONDecoder().decode([String: Listed].self, from: json)["kernel.scalar.wasm"])
    let kernel = try Kernel.aheadOfTime()
    #expect(KernelIdentity.hex(kernel.identity.kernelId) == listed.kernelId)
    #expect(KernelIdentity.hex(kernel.identity.measureId) == listed.measureId)
    #expect(KernelIdentity.hex(try kernel.selfSignature()) == listed.signature)
    #expect(kernel.engine.moduleSha256 == listed.sha256)
    #expect(!kernel.identity.isSimd)
    let wasm = try #require(FileManager.default.contents(atPath: Repository.root + "/build/kernel.scalar.wasm"))
    #expect(sha256Hex(wasm) == listed.sha256)
  }

  @Test("is refused when its signature is another one")
  func refused() throws {
    let kernel = try Kernel.aheadOfTime()
    let right = try kernel.selfSignature()
    try kernel.selfCheck(expecting: right)
    #expect(throws: KernelError.selfCheck(expected: right ^ 1, got: right)) {
      try kernel.selfCheck(expecting: right ^ 1)
    }
  }
}

@Suite("SHA-256")
struct Sha256Tests {
  @Test("gives the digests of FIPS 180-4")
  func digests() {
    #expect(sha256Hex([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(sha256Hex(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(sha256Hex(Array(two.utf8)) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }
}
