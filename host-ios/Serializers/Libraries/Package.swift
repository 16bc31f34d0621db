// swift-tools-version: 6.0
// The rows of twelve libraries, by public URL and exact version. Getting them needs the network (or SwiftPM mirrors of
// one's own, which are never committed); ../Core needs none.
//
// ECHOMETER_SERIALIZERS_WITHOUT=SwiftBSON,Yams leaves rows out, by the module's name. A row is switched by a definition of
// this manifest, never by canImport: a module that an earlier build left in the build folder can be imported and not linked.
import Foundation
import PackageDescription

struct Library {
  let module: String
  let package: String
  let url: String
  let version: Version
}

// The reference's versions, or the nearest that were to be had (../README.md). swift-protobuf 1.38 and IkigaJSON
// 2.4.2 have manifests for Swift 6.1 only.
#if compiler(>=6.1)
  let protobuf: Version = "1.38.1"
  let ikiga: Version = "2.4.4"
#else
  let protobuf: Version = "1.37.0"
  let ikiga: Version = "2.4.1"
#endif

let libraries = [
  Library(
    module: "IkigaJSON", package: "IkigaJSON", url: "https://github.com/orlandos-nl/IkigaJSON.git", version: ikiga),
  Library(
    module: "BinaryCodable", package: "BinaryCodable", url: "https://github.com/christophhagen/BinaryCodable.git",
    version: "4.0.0"),
  Library(
    module: "SwiftMsgpack", package: "swift-msgpack", url: "https://github.com/nnabeyang/swift-msgpack.git",
    version: "1.2.1"),
  Library(
    module: "SwiftCbor", package: "swift-cbor", url: "https://github.com/nnabeyang/swift-cbor.git", version: "0.0.4"),
  Library(
    module: "SwiftBSON", package: "swift-bson", url: "https://github.com/mongodb/swift-bson.git", version: "3.1.0"),
  Library(module: "Yams", package: "Yams", url: "https://github.com/jpsim/Yams.git", version: "5.4.0"),
  Library(
    module: "XMLCoder", package: "XMLCoder", url: "https://github.com/CoreOffice/XMLCoder.git", version: "0.18.1"),
  Library(module: "TOML", package: "swift-toml", url: "https://github.com/mattt/swift-toml.git", version: "2.0.0"),
  Library(
    module: "SwiftProtobuf", package: "swift-protobuf", url: "https://github.com/apple/swift-protobuf.git",
    version: protobuf),
  Library(
    module: "FlatBuffers", package: "flatbuffers", url: "https://github.com/google/flatbuffers.git",
    version: "24.3.25"),
  Library(
    module: "SwiftAvroCore", package: "SwiftAvroCore", url: "https://github.com/lynixliu/SwiftAvroCore.git",
    version: "2.0.0"),
]

let without = Set(
  (Context.environment["ECHOMETER_SERIALIZERS_WITHOUT"] ?? "").split(separator: ",").map(String.init))
let chosen = libraries.filter { !without.contains($0.module) }

// Cap'n Proto has no Swift package: the row is a bridge to the system's C++ library, whose header refuses code that another
// version generated. So its code is generated here (tools/generate.sh), and the row exists where that was done.
let bridge = "Sources/CCapnProtoBridge"
let hasCapnProto =
  !without.contains("CapnProto")
  && FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(bridge)/generated/suite.capnp.h")

// Lists step by step with their types written out: as one expression they take the compiler ten seconds.
var packages: [Package.Dependency] = [.package(name: "EchometerSerializerCore", path: "../Core")]
var products: [Target.Dependency] = [.product(name: "SerializerCore", package: "EchometerSerializerCore")]
var definitions: [SwiftSetting] = []
var targets: [Target] = []
for library in chosen {
  packages.append(.package(url: library.url, exact: library.version))
  products.append(.product(name: library.module, package: library.package))
  definitions.append(.define("WITH_\(library.module)"))
}
if hasCapnProto {
  products.append("CCapnProtoBridge")
  definitions.append(.define("WITH_CapnProto"))
  targets.append(
    .systemLibrary(
      name: "CCapnProtoSystem", pkgConfig: "capnp", providers: [.apt(["libcapnp-dev"]), .brew(["capnp"])]))
  targets.append(
    .target(name: "CCapnProtoBridge", dependencies: ["CCapnProtoSystem"], cxxSettings: [.headerSearchPath(".")]))
}
targets.append(.target(name: "SerializerLibraries", dependencies: products, swiftSettings: definitions))
targets.append(.executableTarget(name: "serializer-rows", dependencies: ["SerializerLibraries"]))
targets.append(.testTarget(name: "SerializerLibrariesTests", dependencies: ["SerializerLibraries"]))

let package = Package(
  name: "EchometerSerializerLibraries",
  // SwiftAvroCore's floor.
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .library(name: "SerializerLibraries", targets: ["SerializerLibraries"]),
    .executable(name: "serializer-rows", targets: ["serializer-rows"]),
  ],
  dependencies: packages,
  targets: targets,
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
