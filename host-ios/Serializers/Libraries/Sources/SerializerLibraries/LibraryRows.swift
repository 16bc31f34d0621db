// Every row that is built in, in no particular order: the catalogue orders them. A row is here by its manifest's definition.
import SerializerCore

/// The rows of this program.
public enum LibraryRows {
  /// Foundation's and those of every library that the manifest has chosen.
  public static var all: [Row] {
    var rows = FoundationRows.all
    #if WITH_IkigaJSON
      rows.append(ikigaJson)
    #endif
    #if WITH_BinaryCodable
      rows.append(binaryCodable)
    #endif
    #if WITH_SwiftMsgpack
      rows.append(messagePack)
    #endif
    #if WITH_SwiftCbor
      rows.append(cbor)
    #endif
    #if WITH_SwiftBSON
      rows.append(bson)
    #endif
    #if WITH_Yams
      rows.append(yams)
    #endif
    #if WITH_XMLCoder
      rows.append(xml)
    #endif
    #if WITH_TOML
      rows.append(toml)
    #endif
    #if WITH_SwiftProtobuf
      rows.append(protobuf)
    #endif
    #if WITH_FlatBuffers
      rows.append(flatBuffers)
    #endif
    #if WITH_SwiftAvroCore
      rows.append(avro)
    #endif
    #if WITH_CapnProto
      rows.append(capnProto)
    #endif
    return rows
  }
}
