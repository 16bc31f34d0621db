// Which engines the app offers, and how each is made. Results name the engine that ran.
import DuplexHost
import Foundation
import KernelHost
import WasmKitEngine

enum EngineChoice: String, CaseIterable, Identifiable, Sendable {
  case aheadOfTime = "Ahead of time"
  case wasmKit = "WasmKit (interprets)"

  var id: String { rawValue }

  func makeEngine(_ files: PackageFiles) throws -> any KernelEngine {
    switch self {
    case .aheadOfTime: try AheadOfTimeEngine()
    case .wasmKit: try WasmKitEngine(wasm: files.scalarKernel())
    }
  }
}

/// The package's files in the app's bundle, where project.yml copies them.
enum BundledFiles {
  static func find() throws -> PackageFiles {
    try PackageFiles(root: Bundle.main.bundleURL.appendingPathComponent("echometer").path, above: "/")
  }
}
