// swift-tools-version: 6.0
// The serializer suite in Swift without any outside dependency: data, schedule, clock, protocols, files and the rows of
// Foundation. Rows of other libraries are in ../Libraries. The kernel comes from ../.. and must be generated first
// (`npm run build && npm run build:ios`); after that `swift build -c release` needs no network.
import PackageDescription

let package = Package(
  name: "EchometerSerializerCore",
  platforms: [.iOS(.v17), .macOS(.v14)],
  products: [
    .library(name: "SerializerCore", targets: ["SerializerCore"]),
    .executable(name: "serializer-rows-core", targets: ["serializer-rows-core"]),
  ],
  dependencies: [.package(name: "EchometerHost", path: "../..")],
  targets: [
    .target(
      name: "SerializerCore", dependencies: [.product(name: "KernelHost", package: "EchometerHost")]),
    .executableTarget(name: "serializer-rows-core", dependencies: ["SerializerCore"]),
    .testTarget(name: "SerializerCoreTests", dependencies: ["SerializerCore"]),
  ],
  swiftLanguageModes: [.v6]
)
