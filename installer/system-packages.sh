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
need chromium-headless-shell chromium-headless-shell
need certutil libnss3-tools
need ps procps
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
# Their tests are skipped without them. Only CI installs them: coturn, for example, starts a relay on the machine.
optional=""
if [ -n "${CI:-}" ]; then
  command -v turnserver >/dev/null 2>&1 || optional="coturn"
fi
[ -n "${missing% }$optional" ] || exit 0

install() {
  { $as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq \
    --no-install-recommends "$@"; } >"$log" 2>&1
}

if ! command -v apt-get >/dev/null 2>&1; then
  problem="The tests need these programs, please install them: $missing"
elif [ "$(id -u)" = 0 ]; then
  as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true >/dev/null 2>&1; then
  as_root="sudo -n"
else
  problem="The tests need packages that only an administrator can install: sudo apt-get install $missing"
fi
if [ -n "${problem:-}" ]; then
  [ -n "${missing% }" ] || exit 0
  echo "$problem" >&2
  exit 1
fi
echo "Installing from the distribution: $missing$optional"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086 # a list of words on purpose
if [ -n "${missing% }" ] && ! install $missing; then
  tail -n 5 "$log" >&2
  echo "The packages could not be installed: check the network, or install them by hand: $missing" >&2
  exit 1
fi
if [ -n "$optional" ] && ! install "$optional"; then
  echo "Without $optional, some tests are skipped." >&2
fi
