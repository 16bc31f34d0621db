#!/bin/sh
# Brings a Swift toolchain to Linux and runs commands in it. It builds nothing and knows nothing of the package.
#
#   toolchain.sh install          once; later calls return at once
#   toolchain.sh run COMMAND...   in the repository's folder `host-ios`, with the toolchain on PATH
#   toolchain.sh where            prints `system` or the folder of the toolchain
#
# A machine whose PATH has `swift` (a Mac, or a Linux with swift.org's toolchain) is used as it is.
# Otherwise Debian 13 carries swiftlang 6.0 as a package, so a Debian or Ubuntu machine gets a Debian 13
# tree of its own (debootstrap) and commands run in it by chroot. It needs root, because debootstrap,
# chroot and mount do. The mounts live in a private namespace and are gone with the command.
# ECHOMETER_TOOLCHAIN names another folder than the cache's.
set -eu

suite=trixie
here=$(cd "$(dirname "$0")/.." && pwd -P)
repository=$(cd "$here/.." && pwd -P)
root=${ECHOMETER_TOOLCHAIN:-${XDG_CACHE_HOME:-${HOME:-/var/cache}/.cache}/echometer/swift-$suite}

# swiftlang brings swift, swift-format, clang 17 and lldb; libpython3-dev CPython 3.13 with a GIL per
# interpreter; the cross compiler and qemu run the C kernel on arm64.
packages='swiftlang swiftlang-dev libpython3-dev python3-minimal pkg-config git ca-certificates
  gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user'
# The stamp is the list itself: a changed list installs again, an interrupted install has none.
stamp="$root/.echometer-installed"
wanted=$(echo $suite $packages)

fail() {
  echo "toolchain: $1" >&2
  exit 3
}

has_system() {
  [ -z "${ECHOMETER_TOOLCHAIN:-}" ] && command -v swift >/dev/null 2>&1
}

# In a mount namespace of its own: /proc and /dev (the compiler finds its libraries through /proc),
# /sys for thermal readings, and the repository at its own path, so that messages name real files.
# A container whose root may not mount (no CAP_SYS_ADMIN) can do so in a user namespace.
inside() {
  mkdir -p "$root$repository"
  if unshare --mount true 2>/dev/null; then
    set -- '' "$@"
  elif unshare --user --map-root-user --mount true 2>/dev/null; then
    set -- '--user --map-root-user' "$@"
  else
    fail 'this machine allows neither mounts (CAP_SYS_ADMIN) nor user namespaces: install a toolchain from swift.org'
  fi
  namespace=$1
  shift
  unshare $namespace --mount sh -eu -c '
    root=$1; repository=$2; directory=$3; shift 3
    mount --make-rprivate /
    mount --rbind /proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
    mount --bind "$repository" "$root$repository"
    exec chroot "$root" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/libexec/swift/bin:/usr/bin:/bin:/usr/sbin:/sbin \
      TMPDIR=/tmp sh -c "cd \"\$1\" && shift && exec \"\$@\"" sh "$directory" "$@"
  ' sh "$root" "$repository" "$@"
}

# A bare Debian 13. Documents and translations are half of what would be written; syncing every file, most of the time.
bootstrap() {
  rm -rf "$root"
  mkdir -p "$root/etc/dpkg/dpkg.cfg.d"
  printf '%s\n' force-unsafe-io path-exclude=/usr/share/doc/'*' path-exclude=/usr/share/man/'*' \
    path-exclude=/usr/share/locale/'*' >"$root/etc/dpkg/dpkg.cfg.d/echometer"
  # The mirror that this machine's apt uses; without one debootstrap knows its own.
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' \
    2>/dev/null | head -n 1)
  debootstrap --variant=minbase "$suite" "$root" ${mirror:+"$mirror"} >"$root.log" 2>&1 ||
    fail "debootstrap of Debian $suite failed: $(tail -n 1 "$root.log") (log: $root.log)"
}

install() {
  has_system && return 0
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && return 0
  [ "$(uname -s)" = Linux ] || fail 'no swift on PATH: install Xcode or its command line tools'
  command -v apt-get >/dev/null || fail 'no swift on PATH and no apt-get: install a toolchain from swift.org'
  [ "$(id -u)" = 0 ] || fail 'no swift on PATH: run as root, or install a toolchain from swift.org'
  command -v debootstrap >/dev/null || {
    apt-get update -qq &&
      DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends debootstrap >/dev/null
  } || fail 'no debootstrap, and apt-get cannot install it: install debootstrap, or a toolchain from swift.org'
  if [ ! -x "$root/usr/bin/apt-get" ] || [ -d "$root/debootstrap" ]; then bootstrap; fi
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  # apt's own user cannot be had in a user namespace that knows root alone.
  echo 'APT::Sandbox::User "root";' >"$root/etc/apt/apt.conf.d/90echometer"
  inside / apt-get update -qq >>"$root.log" 2>&1 ||
    fail "apt-get update in the tree failed: $(tail -n 1 "$root.log") (log: $root.log)"
  inside / env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends $packages >>"$root.log" 2>&1 ||
    fail "installing swiftlang failed: $(tail -n 1 "$root.log") (log: $root.log)"
  inside / apt-get clean
  echo "$wanted" >"$stamp"
}

case ${1:-} in
install)
  install
  ;;
run)
  shift
  install
  if has_system; then
    cd "$here"
    exec "$@"
  fi
  inside "$here" "$@"
  ;;
where)
  if has_system; then echo system; else echo "$root"; fi
  ;;
*)
  sed -n '2,8p' "$0" >&2
  exit 2
  ;;
esac
