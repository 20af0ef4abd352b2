#!/bin/bash
# Run both README commands on a fresh machine: a minimal Debian in a folder, with an empty home
# and only the packages that README names.
#
#   tests/tools/fresh-machine.sh [--keep] [TARGET…]
#
# Clones the last commit into a new root made by debootstrap, waits until the server of `make run`
# answers, stops it, then runs `make TARGET…` (default: test). Needs root, debootstrap and unshare.
# The root is removed afterwards unless --keep is given. FRESH_ROOT chooses its folder.
#
# Package managers use this machine's own configuration (mirrors, certificates, local wheel folders):
# a fresh machine is one without packages, not one without a network.
set -euo pipefail

keep=false
if [ "${1:-}" = --keep ]; then keep=true; shift; fi
targets=${*:-test}
checkout=$(cd "$(dirname "$0")/../.." && pwd)

if [ -z "${FRESH_INSIDE:-}" ]; then
  [ "$(id -u)" = 0 ] || { echo "test-fresh needs root: it makes a root file system and mounts into it." >&2; exit 1; }
  for tool in debootstrap unshare git; do
    command -v "$tool" >/dev/null || { echo "test-fresh needs $tool: apt install debootstrap util-linux git" >&2; exit 1; }
  done
  root=${FRESH_ROOT:-$(mktemp -d /var/tmp/greenroom-fresh.XXXXXX)}
  status=0
  # Mounts and processes end with this namespace, however the run ends.
  FRESH_INSIDE=$root unshare --mount --pid --fork --kill-child --mount-proc "$0" $targets || status=$?
  if $keep; then echo "The fresh machine is kept in $root"; else rm -rf --one-file-system "$root"; fi
  exit "$status"
fi

root=$FRESH_INSIDE
. /etc/os-release

# The packages of README's "apt install …" line. An optional one is not among them.
packages=$(sed -n 's/.*`apt install \([a-z0-9 .+-]*\)`.*/\1/p' "$checkout/README.md" | head -n 1)
[ -n "$packages" ] || { echo "README.md names no packages (\`apt install …\`)." >&2; exit 1; }

# "deb822" and one-line sources alike: apt itself says which address serves the release.
mirror=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' | awk -v c="$VERSION_CODENAME" '$1 == c { print $2; exit }')
echo "== Debian $VERSION_CODENAME in $root with: $packages"
debootstrap --variant=minbase "$VERSION_CODENAME" "$root" "$mirror" >"$root.log" 2>&1 ||
  { tail -n 20 "$root.log" >&2; exit 1; }
rm -f "$root.log"
rm -rf "$root/etc/apt/sources.list"
cp -a /etc/apt/sources.list* "$root/etc/apt/"
cp -aL /etc/resolv.conf /etc/hosts "$root/etc/"
# At a path of its own: installing the package ca-certificates overwrites the usual one.
bundle=/etc/ssl/certs/ca-certificates.crt
machine_bundle=/etc/ssl/machine-ca.crt
mkdir -p "$root/etc/ssl"
[ ! -f "$bundle" ] || cp -L "$bundle" "$root$machine_bundle"

mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mkdir -p "$root/run/shm"

environment=(HOME=/home/fresh LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
share() { # a file or folder of this machine that a package manager's configuration names
  [ -e "$1" ] && [ ! -e "$root$1" ] && [ "$1" != "$bundle" ] || return 0
  if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$(dirname "$root$1")"; touch "$root$1"; fi
  mount --bind -o ro "$1" "$root$1"
}
# pip's options as environment variables: "global.find-links='/x'" becomes PIP_FIND_LINKS=/x.
while IFS='=' read -r key value; do
  name=${key##*.}; value=${value#\'}; value=${value%\'}
  environment+=("PIP_$(echo "$name" | tr 'a-z-' 'A-Z_')=$value")
  for word in $value; do
    case "$word" in
      # The pages of a local index link to packages beside it.
      file:///*) share "$(dirname "${word#file://}")" ;;
      /*) share "$word" ;;
    esac
  done
done < <(python3 -m pip config list 2>/dev/null | grep -E "^(global|user|site|:env:)" || true)
if command -v npm >/dev/null; then
  for option in registry cafile; do
    value=$(npm config get "$option" 2>/dev/null)
    case "$value" in null | undefined | "") ;; *) environment+=("npm_config_$option=$value"); [ "$option" = registry ] || share "$value" ;; esac
  done
fi
for name in HTTPS_PROXY HTTP_PROXY NO_PROXY https_proxy http_proxy no_proxy NODE_EXTRA_CA_CERTS; do
  [ -z "${!name:-}" ] || environment+=("$name=${!name}")
done

environment=("${environment[@]/%=$bundle/=$machine_bundle}")
inside() { env -i "${environment[@]}" chroot "$root" "$@"; }

inside apt-get update -qq
# shellcheck disable=SC2086 # a list of words
inside env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >"$root.log" 2>&1 ||
  { tail -n 20 "$root.log" >&2; exit 1; }
rm -f "$root.log"
mkdir -p "$root/home/fresh"
git clone -q --no-local "$checkout" "$root/home/fresh/greenroom"
if [ -d "$checkout/../shared/data" ]; then
  mkdir -p "$root/home/fresh/shared"
  mount --bind -o ro "$(readlink -f "$checkout/../shared")" "$root/home/fresh/shared"
fi

echo "== make run"
started=$SECONDS
inside env GREENROOM_PORT=8499 sh -c 'cd ~/greenroom && exec make run' </dev/null &
server=$!
answers() { # the health call, without curl, which the fresh machine lacks
  inside python3 -c 'import urllib.request as u; u.urlopen("http://127.0.0.1:8499/api/health", timeout=5)' 2>/dev/null
}
until answers; do
  kill -0 "$server" 2>/dev/null || { echo "make run ended before its server answered." >&2; wait "$server"; exit 1; }
  sleep 2
done
echo "== make run: the server answers after $((SECONDS - started)) s"
kill -TERM "$server"
wait "$server" || true

echo "== make $targets"
started=$SECONDS
# shellcheck disable=SC2086
inside sh -c 'cd ~/greenroom && exec make "$@"' sh $targets </dev/null
echo "== make $targets passed in $((SECONDS - started)) s"
