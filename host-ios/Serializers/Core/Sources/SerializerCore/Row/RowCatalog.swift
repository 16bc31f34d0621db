// The fourteen rows of the reference page in its registration order, from which every block is shuffled. Which of them are
// built in is the program's affair: a missing one is named, not skipped.

/// Every row that a Swift program may have.
public enum RowCatalog {
  private static let inLibraries = "build host-ios/Serializers/Libraries (needs its packages)"

  /// In registration order.
  public static let all: [RowAbout] = [
    RowAbout(id: "Foundation.JSONEncoder", library: "Foundation", format: "JSON", kind: .text, remedy: "built in"),
    library("IkigaJSON", "IkigaJSON", "JSON", .text),
    RowAbout(
      id: "Foundation.PropertyListEncoder", library: "Foundation", format: "binary property list", kind: .binary,
      remedy: "built in"),
    library("BinaryCodable", "BinaryCodable", "BinaryCodable", .binary),
    library("SwiftMsgpack", "swift-msgpack", "MessagePack", .binary),
    library("SwiftCbor", "swift-cbor", "CBOR", .binary),
    library("SwiftBSON", "swift-bson", "BSON", .binary),
    library("Yams", "Yams", "YAML", .text),
    library("XMLCoder", "XMLCoder", "XML", .text),
    library("TOML", "swift-toml", "TOML", .text),
    library("SwiftProtobuf", "swift-protobuf", "Protobuf", .schema),
    library("FlatBuffers", "flatbuffers", "FlatBuffers", .zeroCopy),
    library("SwiftAvroCore", "SwiftAvroCore", "Avro", .schema),
    RowAbout(
      id: "CapnProto", library: "capnproto (C++)", format: "Cap'n Proto", kind: .zeroCopy,
      remedy: "install capnp and libcapnp-dev, run host-ios/Serializers/tools/generate.sh, build Libraries"),
  ]

  private static func library(_ id: String, _ library: String, _ format: String, _ kind: RowKind) -> RowAbout {
    RowAbout(id: id, library: library, format: format, kind: kind, remedy: inLibraries)
  }
}
