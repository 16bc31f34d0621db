// The interpreting engine against the vectors and against the C kernel: the same bits.
import Foundation
import KernelHost
import Testing
import WasmKitEngine

enum Repository {
  static let root = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }.path

  static func kernel() throws -> Kernel {
    let wasm = FileManager.default.contents(atPath: root + "/build/kernel.scalar.wasm") ?? Data()
    return try Kernel(engine: WasmKitEngine(wasm: Array(wasm)))
  }
}

@Suite("WasmKit")
struct WasmKitEngineTests {
  @Test("gives the identity and signature of the C kernel")
  func identity() throws {
    let interpreted = try Repository.kernel()
    let compiled = try Kernel.aheadOfTime()
    #expect(interpreted.identity == compiled.identity)
    #expect(interpreted.engine.moduleSha256 == compiled.engine.moduleSha256)
    let signature = try interpreted.selfSignature()
    let expected = try compiled.selfSignature()
    #expect(signature == expected)
  }

  @Test("agrees with every vector")
  func vectors() throws {
    let runner = VectorRunner { try Repository.kernel() }
    for suite in try VectorSuite.readAll(Repository.root + "/kernel/vectors") {
      let report = try runner.run(suite)
      #expect(report.failures == [])
      #expect(report.isPassed, "\(suite.name)")
      print("vectors: \(suite.name) \(report.cases) cases, engine WasmKit")
    }
  }
}
