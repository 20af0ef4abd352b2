#!/bin/sh
# Carry out the commands of docs/operations.md, one after the other, with an installation whose server runs.
#
#   tests/tools/operations.sh INSTALLATION SERVER_PID
#
# Run by offline.sh on the closed machine, whose administrator is ada. The server is stopped for the commands that
# need that, and started again on HTTPS. Stops at the first command that fails.
set -eu

greenroom=$1/.venv/bin/greenroom
server=$2
passphrase="correct horse battery staple"
mkdir -p backups
printf '%s\n' "$passphrase" >passphrase
printf 'another long passphrase\n' >admin-password

step() { echo "-- $*"; }

refused() { # COMMAND…: it has to fail
  if "$@" >refused.log 2>&1; then echo "Not refused: $*" >&2; exit 1; fi
  tail -n 1 refused.log
}

serve() { # OPTIONS…: start the server and wait until it answers
  "$greenroom" serve "$@" >server-again.log 2>&1 </dev/null &
  server=$!
  seconds=0
  until "$greenroom" health --ready >/dev/null 2>&1; do
    kill -0 "$server" 2>/dev/null && [ "$seconds" -lt 300 ] || { tail -n 40 server-again.log >&2; exit 1; }
    sleep 1; seconds=$((seconds + 1))
  done
}

stop() {
  kill -TERM "$server"
  # A child of this shell can be waited for; the first server is none.
  wait "$server" 2>/dev/null || while kill -0 "$server" 2>/dev/null; do sleep 0.2; done
}

step "while the server runs"
"$greenroom" health --ready
"$greenroom" models list
"$greenroom" models verify
"$greenroom" user list
"$greenroom" user create eve
"$greenroom" user set-role eve admin
"$greenroom" user reset-password eve >/dev/null
"$greenroom" backup backups/monday.backup --passphrase-file passphrase
"$greenroom" backup backups --passphrase-file passphrase
"$greenroom" backup --list
"$greenroom" verify backups/monday.backup --passphrase-file passphrase
"$greenroom" restore backups/monday.backup --rehearse --passphrase-file passphrase
"$greenroom" measure-speech
"$greenroom" doctor --measure
"$greenroom" support case.zip
"$greenroom" service >greenroom.service
"$greenroom" completion bash | bash -n

step "while the server is stopped"
stop
refused "$greenroom" health
cat >setup.toml <<'TOML'
[account]
username = "ada"
password_file = "admin-password"
name = "Ada Admin"

[privacy]
jurisdiction = "eu"

[demo]
create = true
TOML
"$greenroom" setup --from setup.toml --check
"$greenroom" setup --from setup.toml
"$greenroom" rotate-key
"$greenroom" migrate
"$greenroom" upgrade --backup-to backups --passphrase-file passphrase
refused "$greenroom" restore backups/monday.backup --passphrase-file passphrase
refused "$greenroom" restore backups/monday.backup --replace --passphrase-file admin-password
"$greenroom" restore backups/monday.backup --replace --passphrase-file passphrase

step "on HTTPS with a local certificate authority"
"$greenroom" certificate localhost 127.0.0.1
"$greenroom" certificate --instructions >/dev/null
data=$HOME/.local/share/greenroom
# Read by `health` too.
export GREENROOM_TLS_CERT="$data/secrets/tls/server.pem" GREENROOM_PUBLIC_URL="https://localhost:$GREENROOM_PORT"
# Its file contains the key as well.
serve --tls-cert "$GREENROOM_TLS_CERT" --tls-key "$GREENROOM_TLS_CERT"
"$1/.venv/bin/python" - "$data/secrets/tls/ca.pem" <<'SCRIPT'
import json, os, ssl, sys, urllib.request
body = json.dumps({"username": "ada", "password": os.environ["GREENROOM_ADMIN_PASSWORD"]}).encode()
request = urllib.request.Request(
    f"https://localhost:{os.environ['GREENROOM_PORT']}/api/admin/login", body, {"Content-Type": "application/json"}
)
context = ssl.create_default_context(cafile=sys.argv[1])
assert json.load(urllib.request.urlopen(request, context=context))["token"], "no session"
SCRIPT
stop
