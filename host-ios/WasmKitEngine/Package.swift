// swift-tools-version: 6.0
// The second engine: the kernel's Wasm, loaded at run time and interpreted by WasmKit. A package of its own, so that
// the host has no outside dependency. 0.2.2 is the newest WasmKit whose manifest Swift 6.0 reads (0.3 wants 6.3).
import PackageDescription

let package = Package(
  name: "EchometerWasmKit",
  platforms: [.iOS(.v17), .macOS(.v14)],
  products: [.library(name: "WasmKitEngine", targets: ["WasmKitEngine"])],
  dependencies: [
    .package(name: "EchometerHost", path: ".."),
    .package(url: "https://github.com/swiftwasm/WasmKit.git", exact: "0.2.2"),
  ],
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
