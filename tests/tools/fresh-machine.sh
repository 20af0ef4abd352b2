#!/bin/bash
# Run both README commands on a fresh machine: a minimal Debian in a folder, with an empty home
# and only the packages that README names.
#
#   tests/tools/fresh-machine.sh [--keep] [TARGET…]
#
# Clones the last commit into a new root made by debootstrap, waits until the server of `make run`
# answers, stops it, then runs `make TARGET…` (default: test). Needs root, debootstrap and unshare.
# The root is removed afterwards unless --keep is given. WORK_FOLDER chooses its folder.
set -euo pipefail

. "$(dirname "$0")/debian-root.sh"
work_apart test-fresh "debootstrap unshare git" "debootstrap util-linux git" "$@"
targets=${*:-test}
root=$work

# The packages of README's "apt install …" line. An optional one is not among them.
packages=$(sed -n 's/.*`apt install \([a-z0-9 .+-]*\)`.*/\1/p' "$checkout/README.md" | head -n 1)
[ -n "$packages" ] || { echo "README.md names no packages (\`apt install …\`)." >&2; exit 1; }

echo "== Debian $VERSION_CODENAME in $root with: $packages"
environment+=(HOME=/home/fresh)
read_package_managers
make_root "$root"
mount_root "$root"

inside "$root" apt-get update -qq
# shellcheck disable=SC2086 # a list of words
inside "$root" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >"$root.log" 2>&1 ||
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
inside "$root" env GREENROOM_PORT=8499 sh -c 'echo $$ >/tmp/make-run.pid; cd ~/greenroom && exec make run' </dev/null &
server=$!
answers() { # the health call, without curl, which the fresh machine lacks
  inside "$root" python3 -c 'import urllib.request as u; u.urlopen("http://127.0.0.1:8499/api/health", timeout=5)' 2>/dev/null
}
until answers; do
  kill -0 "$server" 2>/dev/null || { echo "make run ended before its server answered." >&2; wait "$server"; exit 1; }
  sleep 2
done
echo "== make run: the server answers after $((SECONDS - started)) s"
# $server is the shell that runs `inside`: a signal would end that shell alone.
kill -TERM "$(cat "$root/tmp/make-run.pid")"
wait "$server" || true
! inside "$root" python3 -c 'import socket as s; s.create_connection(("127.0.0.1", 8499))' 2>/dev/null ||
  { echo "The server still answers after make run has been stopped." >&2; exit 1; }

echo "== make $targets"
started=$SECONDS
# shellcheck disable=SC2086
inside "$root" sh -c 'cd ~/greenroom && exec make "$@"' sh $targets </dev/null
echo "== make $targets passed in $((SECONDS - started)) s"
