#!/bin/sh
# Builds the programs of the Swift rows: Core, which needs no network, and Libraries where their packages resolve. Says in one line
# each what there is; fails only when Core does not build.
#
#   build.sh [core]
set -eu

here=$(cd "$(dirname "$0")/.." && pwd -P)
toolchain=$here/../tools/toolchain.sh
jobs=${ECHOMETER_BUILD_JOBS:-2}

node "$here/../tools/generate-kernel.mjs"
"$toolchain" run nice -n 10 swift build -c release -j "$jobs" --package-path Serializers/Core --product serializer-rows-core
echo 'serializers: Core is built (Foundation.JSONEncoder, Foundation.PropertyListEncoder)'
if [ "${1:-all}" = core ]; then exit 0; fi

if ! "$toolchain" run swift package resolve --package-path Serializers/Libraries >/dev/null 2>&1; then
  echo 'serializers: the packages of Libraries do not resolve here (swift package resolve says why): their rows stay not installed'
  exit 0
fi
if "$toolchain" run sh -c 'command -v capnp && pkg-config --exists capnp' >/dev/null 2>&1; then
  "$toolchain" run Serializers/tools/generate.sh capnproto
else
  echo 'serializers: without capnp and libcapnp-dev there is no row CapnProto'
fi
"$toolchain" run nice -n 10 swift build -c release -j "$jobs" --package-path Serializers/Libraries --product serializer-rows
echo 'serializers: Libraries are built'
