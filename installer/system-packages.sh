#!/bin/sh
# System packages that the tests need. Installs the missing ones if it may (as root, or with a sudo that needs no
# password); otherwise prints what to install. Does nothing if all are there.
set -eu

missing=""
need() { # command, package
  command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}

need make make
need cc build-essential
need c++ build-essential
need python3 python3
need chromium chromium
need certutil libnss3-tools
if [ -n "${CI:-}" ]; then # elsewhere its tests are skipped: the package starts a relay on the machine
  need turnserver coturn
fi
if [ "${1:-}" = scale ]; then # for `make test-scale`
  need pg_ctlcluster postgresql
  need redis-server redis-server
  need nginx nginx
  need caddy caddy
fi
if command -v python3 >/dev/null 2>&1; then
  python3 -c 'import venv, ensurepip' >/dev/null 2>&1 || missing="$missing python3-venv"
else
  missing="$missing python3-venv"
fi
missing=$(printf '%s\n' $missing | sort -u | tr '\n' ' ')
[ -n "${missing% }" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "The tests need these programs, please install them: $missing" >&2
  exit 1
fi
if [ "$(id -u)" = 0 ]; then
  as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true >/dev/null 2>&1; then
  as_root="sudo -n"
else
  echo "The tests need packages that only an administrator can install: sudo apt-get install $missing" >&2
  exit 1
fi
echo "Installing from the distribution: $missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086 # lists of words on purpose
if ! { $as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq \
  --no-install-recommends $missing; } >"$log" 2>&1; then
  tail -n 5 "$log" >&2
  echo "The packages could not be installed: check the network, or install them by hand: $missing" >&2
  exit 1
fi
