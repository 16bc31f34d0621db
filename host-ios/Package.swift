// swift-tools-version: 6.0
// The package of the iPad host: everything but the app's shell (App/), buildable and tested on Linux too. It has no
// outside dependency; the interpreting engine is a package of its own (WasmKitEngine/).
// Sources/CKernel/generated is written by `npm run build:ios`, which must run first.
import Foundation
import PackageDescription

// Python.xcframework is downloaded, not committed (README.md). Xcode embeds a package's binary frameworks into the app.
// Without it (and on Linux, where the system's CPython is used) the package builds all the same.
let framework = "App/Python.xcframework"
let hasFramework = FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(framework)")
let pythonTargets: [Target] = hasFramework ? [.binaryTarget(name: "Python", path: framework)] : []
let pythonOnApple: [Target.Dependency] =
  hasFramework ? [.target(name: "Python", condition: .when(platforms: [.iOS]))] : []

let package = Package(
  name: "EchometerHost",
  platforms: [.iOS(.v17), .macOS(.v14)],
  products: [
    .library(name: "KernelHost", targets: ["KernelHost"]),
    .library(name: "DuplexHost", targets: ["DuplexHost"]),
    .library(name: "CPyEmbed", targets: ["CPyEmbed"]),
    .executable(name: "echometer-host", targets: ["echometer-host"]),
  ],
  targets: [
    .target(
      name: "CKernel",
      cSettings: [.headerSearchPath(".")],
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
    ),
    .target(name: "CHostPlatform"),
    .systemLibrary(
      name: "CPythonSystem", pkgConfig: "python3-embed", providers: [.apt(["libpython3-dev"])]),
    .target(
      name: "CPyEmbed",
      dependencies: [.target(name: "CPythonSystem", condition: .when(platforms: [.linux]))] + pythonOnApple
    ),
    .target(name: "KernelHost", dependencies: ["CKernel", "CHostPlatform"]),
    .target(name: "DuplexHost", dependencies: ["KernelHost", "CHostPlatform", "CPyEmbed"]),
    .executableTarget(name: "echometer-host", dependencies: ["DuplexHost", "KernelHost"]),
    .testTarget(name: "KernelHostTests", dependencies: ["KernelHost", "CKernel", "CHostPlatform"]),
    .testTarget(name: "DuplexHostTests", dependencies: ["DuplexHost", "CHostPlatform"]),
    .testTarget(name: "PyEmbedTests", dependencies: ["DuplexHost", "CPyEmbed"], exclude: ["Fixtures"]),
  ] + pythonTargets,
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)
