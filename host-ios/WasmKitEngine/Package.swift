// swift-tools-version: 6.0
// The second engine: the kernel's Wasm, loaded at run time and interpreted by WasmKit. A package of its own, so that
// the host has no outside dependency. 0.2.2 is the newest WasmKit whose manifest Swift 6.0 reads (0.3 wants 6.3).
// ECHOMETER_WASMKIT names a local copy instead of the URL, for machines that cannot reach it.
import PackageDescription

let local = Context.environment["ECHOMETER_WASMKIT"]
let wasmKit: Package.Dependency =
  local.map { .package(name: "WasmKit", path: $0) }
  ?? .package(url: "https://github.com/swiftwasm/WasmKit.git", exact: "0.2.2")

let package = Package(
  name: "EchometerWasmKit",
  platforms: [.iOS(.v17), .macOS(.v14)],
  products: [.library(name: "WasmKitEngine", targets: ["WasmKitEngine"])],
  dependencies: [.package(name: "EchometerHost", path: ".."), wasmKit],
  targets: [
    .target(
      name: "WasmKitEngine",
      dependencies: [
        .product(name: "KernelHost", package: "EchometerHost"), .product(name: "WasmKit", package: "WasmKit"),
      ]),
    .testTarget(name: "WasmKitEngineTests", dependencies: ["WasmKitEngine"]),
  ],
  swiftLanguageModes: [.v6]
)
