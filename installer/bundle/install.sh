#!/bin/sh
# Install Greenroom from this folder. Needs no network and no rights of root.
#   sh install.sh [FOLDER]        (default: ~/greenroom; models go into GREENROOM_MODELS_DIR or the data folder)
# KEY_FINGERPRINT=… refuses a bundle that another key has signed: `greenroom bundle` printed the fingerprint.
# PYTHON=/path/to/python3 chooses the Python.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
target=${1:-$HOME/greenroom}
python=${PYTHON:-python3}
data=${GREENROOM_DATA_DIR:-$HOME/.local/share/greenroom}
models=${GREENROOM_MODELS_DIR:-$data/models}

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

command -v "$python" >/dev/null 2>&1 || fail "Python is missing. Install it (on Debian and Ubuntu: python3 python3-venv libgomp1)."
wanted=$(cat "$here/platform")
found=$("$python" -c 'import platform, sys; print(platform.machine(), "%d.%d" % sys.version_info[:2])')
[ "$wanted" = "$found" ] || fail "This bundle is for '$wanted' (processor, Python), but this machine has '$found'. \
Choose another Python with PYTHON=/path/to/python3, or make a bundle for this machine."
[ ! -e "$target/.venv" ] || fail "$target contains an installation. Choose another folder: sh install.sh FOLDER"

echo "Checking the files …"
if [ -n "${KEY_FINGERPRINT:-}" ]; then
  command -v openssl >/dev/null 2>&1 || fail "openssl is needed to check the signature."
  echo "$KEY_FINGERPRINT  $here/signing-key.pem" | sha256sum --check --status ||
    fail "The bundle was signed with another key."
  openssl pkeyutl -verify -pubin -inkey "$here/signing-key.pem" -rawin -in "$here/SHA256SUMS" \
    -sigfile "$here/SHA256SUMS.sig" >/dev/null 2>&1 || fail "The signature is wrong. Do not use this bundle."
else
  echo "The signature is not checked, because KEY_FINGERPRINT is not set."
fi
(cd "$here" && sha256sum --check --quiet --strict SHA256SUMS >&2) || fail "Files are damaged or missing. Copy the bundle again."

echo "Installing into $target …"
mkdir -p "$target"
cp -R "$here/program/." "$target/"
"$python" -m venv "$target/.venv" || fail "The module venv is missing. On Debian and Ubuntu: python3-venv."
"$target/.venv/bin/python" -m pip install --disable-pip-version-check --no-input --quiet --no-index --no-deps \
  --find-links "$here/wheels" --requirement "$target/requirements.lock" ||
  fail "The Python packages could not be installed."
"$target/.venv/bin/python" -m pip install --disable-pip-version-check --no-input --quiet --no-index --no-deps \
  --no-build-isolation --editable "$target" || fail "Greenroom could not be installed."

# Compiled on a machine with a compiler, which brings this library; a minimal machine has none.
"$target/.venv/bin/python" -c 'import llama_cpp' >/dev/null 2>&1 ||
  fail "The language-model engine cannot be loaded. Install libgomp1 (Debian, Ubuntu) or libgomp, delete $target and run this again."

echo "Importing the models into $models …"
"$target/.venv/bin/greenroom" models import "$here/models" || fail "The models could not be imported."

echo "Done. Start the server with:"
echo "  $target/.venv/bin/greenroom serve --migrate"
