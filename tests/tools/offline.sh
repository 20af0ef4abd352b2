#!/bin/bash
# Make a bundle, and install it on a minimal Debian without a network: its server must answer, a sign-in work, and the
# commands of docs/operations.md do what it says.
#
#   tests/tools/offline.sh [--keep]
#
# Needs root, debootstrap, unshare and ip, and an installation in this checkout (`make install`). The closed
# machine has the packages that install.sh names, an ordinary user, and a loopback interface only.
# WORK_FOLDER chooses the folder.
set -euo pipefail

. "$(dirname "$0")/debian-root.sh"
work_apart test-bundle "debootstrap unshare ip" "debootstrap util-linux iproute2" "$@"

if [ -z "${OFFLINE_CLOSED:-}" ]; then
  started=$SECONDS
  cd "$checkout"
  "$checkout/.venv/bin/python" -m app.cli bundle --json --key "$work/bundle.key" --output "$work/greenroom.tar" \
    >"$work/bundle.json" 2>"$work/bundle.log" </dev/null || { tail -n 20 "$work/bundle.log" >&2; exit 1; }
  echo "== the bundle is made in $((SECONDS - started)) s: $(stat -c %s "$work/greenroom.tar") bytes"
  packages=$(sed -n 's/.*on Debian and Ubuntu: \(python3 [a-z0-9 .+-]*\)).*/\1/p' "$checkout/installer/bundle/install.sh" | head -n 1)
  [ -n "$packages" ] || { echo "install.sh names no packages." >&2; exit 1; }
  make_root "$work/root"
  mount_root "$work/root"
  inside "$work/root" apt-get update -qq
  # shellcheck disable=SC2086 # a list of words
  inside "$work/root" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages openssl \
    >"$work/apt.log" 2>&1 || { tail -n 20 "$work/apt.log" >&2; exit 1; }
  inside "$work/root" useradd --create-home closed
  mv "$work/greenroom.tar" "$work/root/home/closed/"
  OFFLINE_CLOSED=1 exec unshare --net "$0"
fi

ip link set lo up
[ "$(ip -o link show | wc -l)" = 1 ] || { echo "The machine is not closed." >&2; exit 1; }
fingerprint=$(sed -n 's/.*"keyFingerprint": "\([0-9a-f]*\)".*/\1/p' "$work/bundle.json")
as_user() { # COMMAND of the shell, in the home of the closed machine's user
  inside "$work/root" env HOME=/home/closed GREENROOM_PORT=8420 GREENROOM_ADMIN_USERNAME=ada \
    GREENROOM_ADMIN_PASSWORD="a long passphrase" setpriv --reuid=closed --regid=closed --init-groups --no-new-privs \
    sh -ec "cd ~ && $1"
}
started=$SECONDS
as_user "tar -xf greenroom.tar && rm greenroom.tar"
as_user "KEY_FINGERPRINT=$fingerprint sh greenroom-*/install.sh ~/greenroom"
echo "== installed in $((SECONDS - started)) s: $(du -sm "$work/root/home/closed/greenroom" | cut -f1) MB"

started=$SECONDS
as_user "echo \$\$ >server.pid; exec greenroom/.venv/bin/greenroom serve --migrate" >"$work/server.log" 2>&1 </dev/null &
server=$!
until as_user "greenroom/.venv/bin/greenroom health --ready" >"$work/health.log" 2>&1; do
  kill -0 "$server" 2>/dev/null || { echo "The server has ended:" >&2; tail -n 40 "$work/server.log" >&2; exit 1; }
  [ "$((SECONDS - started))" -lt 600 ] || { echo "The server is not ready:" >&2; tail -n 20 "$work/health.log" "$work/server.log" >&2; exit 1; }
  sleep 1
done
echo "== the server, its database and its models are ready after $((SECONDS - started)) s"
as_user "greenroom/.venv/bin/python - <<'SCRIPT'
import json, urllib.request
body = json.dumps({'username': 'ada', 'password': 'a long passphrase'}).encode()
request = urllib.request.Request(
    'http://127.0.0.1:8420/api/admin/login', body, {'Content-Type': 'application/json'}
)
assert json.load(urllib.request.urlopen(request))['token'], 'no session'
page = urllib.request.urlopen('http://127.0.0.1:8420/').read()
assert b'<div id=\"root\">' in page, 'no web client'
SCRIPT"
echo "== a sign-in works, and the web client is there"

started=$SECONDS
cp "$checkout/tests/tools/operations.sh" "$work/root/home/closed/"
as_user "sh operations.sh ~/greenroom $(cat "$work/root/home/closed/server.pid")" >"$work/operations.log" 2>&1 || { tail -n 40 "$work/operations.log" >&2; exit 1; }
cat "$work/operations.log"
echo "== the commands of docs/operations.md carried out in $((SECONDS - started)) s"
