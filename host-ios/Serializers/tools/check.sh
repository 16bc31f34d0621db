#!/bin/sh
# `npm run check:swift-rows`: Core builds without a network, its tests pass, the sources are formatted. Libraries are not
# touched: their packages are not to be had everywhere (host-ios/VERIFIED.md says what ran by hand).
set -eu

here=$(cd "$(dirname "$0")/.." && pwd -P)
toolchain=$here/../tools/toolchain.sh
"$toolchain" install

node "$here/../tools/generate-kernel.mjs"
# A namespace without interfaces: whatever wants the network fails. Where there is none to be had, the build runs as it is.
offline=
if unshare --net true 2>/dev/null; then offline='unshare --net'; fi
$offline "$toolchain" run nice -n 10 swift build -c release -j 2 --package-path Serializers/Core
$offline "$toolchain" run nice -n 10 swift test -j 2 --package-path Serializers/Core
cd "$here/.."
"$toolchain" run swift-format lint --strict --parallel --recursive Serializers/Core/Package.swift Serializers/Core/Sources \
  Serializers/Core/Tests Serializers/Libraries/Package.swift Serializers/Libraries/Sources/serializer-rows \
  Serializers/Libraries/Tests Serializers/Libraries/Sources/SerializerLibraries/*.swift
echo 'check:swift-rows: passed'
