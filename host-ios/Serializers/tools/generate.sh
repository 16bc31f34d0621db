#!/bin/sh
# Generates the code of the schema rows. Run in host-ios: tools/toolchain.sh run Serializers/tools/generate.sh [flatbuffers] [protobuf] [capnproto]
#
# flatbuffers and protobuf write committed files, so a clone needs no generator. capnproto writes a folder that is not committed,
# because the library's headers refuse code of any other version than their own.
# Generators: Debian 13's flatc 23.5.26, protoc 3.21.12, capnp 1.1.0; protoc-gen-swift 1.37.0 is a product of swift-protobuf.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd -P)
cd "$here/Libraries"
schemas=$here/../../viz/rows/generated
swift=Sources/SerializerLibraries/generated

# A row that is left out takes its generated code with it.
guarded() {
  { printf '#if WITH_%s\n' "$1"; cat "$2"; printf '#endif\n'; } >"$2.new"
  mv "$2.new" "$2"
}

for part in "${@:-flatbuffers protobuf capnproto}"; do
  for name in $part; do
    case $name in
    flatbuffers)
      flatc --swift -o $swift "$here/schema/payload.fbs"
      # The runtime has one function named for its version and the code calls it; flatc 24.3.25 writes the same file
      # byte for byte for this schema but for that name (built from source once and compared).
      sed -i 's/FlatBuffersVersion_23_5_26/FlatBuffersVersion_24_3_25/' $swift/payload_generated.swift
      guarded FlatBuffers $swift/payload_generated.swift
      ;;
    protobuf)
      # PROTOC_GEN_SWIFT names a plugin that is there already; else it is built from the package that Libraries resolves.
      plugin=${PROTOC_GEN_SWIFT:-}
      if [ -z "$plugin" ]; then
        swift build -c release --package-path .build/checkouts/swift-protobuf --product protoc-gen-swift
        plugin=.build/checkouts/swift-protobuf/.build/release/protoc-gen-swift
      fi
      protoc --plugin=protoc-gen-swift="$plugin" --proto_path="$schemas" --swift_out=$swift suite.proto
      guarded SwiftProtobuf $swift/suite.pb.swift
      ;;
    capnproto)
      folder=Sources/CCapnProtoBridge/generated
      rm -rf $folder && mkdir -p $folder
      capnp compile -oc++:$folder --src-prefix="$schemas" "$schemas/suite.capnp"
      # SwiftPM compiles .cpp, not .c++.
      mv $folder/suite.capnp.c++ $folder/suite.capnp.cpp
      ;;
    *)
      echo "generate: there is no part called $name" >&2
      exit 2
      ;;
    esac
  done
done
