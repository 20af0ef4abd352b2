# Shell functions for root file systems of minimal Debian, in which scripts of the project run as on a new machine.
# Sourced by the scripts beside it, which call `work_apart` before anything else.
#
# Package managers use this machine's own configuration (mirrors, certificates, local wheel folders):
# a fresh machine is one without packages, not one without a network.

. /etc/os-release
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# At a path of its own: installing the package ca-certificates overwrites the usual one.
bundle=/etc/ssl/certs/ca-certificates.crt
machine_bundle=/etc/ssl/machine-ca.crt
environment=(LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
shared=()

# work_apart TARGET "PROGRAM…" "PACKAGE…" [--keep] ARGUMENT…
#
# Starts the script again, in a mount and a process namespace, and there sets `work` to a new folder, or to the one
# that WORK_FOLDER names. Mounts and processes end with the script, however it ends, and then the folder is removed
# unless --keep is given.
work_apart() {
  local target=$1 programs=$2 packages=$3 keep=false program status=0
  shift 3
  if [ -n "${APART_IN:-}" ]; then work=$APART_IN; return; fi
  [ "${1:-}" != --keep ] || { keep=true; shift; }
  [ "$(id -u)" = 0 ] || { echo "$target needs root: it makes root file systems and mounts into them." >&2; exit 1; }
  for program in $programs; do
    command -v "$program" >/dev/null || { echo "$target needs $program: apt install $packages" >&2; exit 1; }
  done
  work=${WORK_FOLDER:-$(mktemp -d "/var/tmp/greenroom-$target.XXXXXX")}
  mkdir -p "$work"
  APART_IN=$work unshare --mount --pid --fork --kill-child --mount-proc "$0" "$@" || status=$?
  if $keep; then echo "Kept: $work"; else rm -rf --one-file-system "$work"; fi
  exit "$status"
}

make_root() { # FOLDER: a minimal Debian of this machine's release
  # "deb822" and one-line sources alike: apt itself says which address serves the release.
  local mirror
  mirror=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' | awk -v c="$VERSION_CODENAME" '$1 == c { print $2; exit }')
  debootstrap --variant=minbase "$VERSION_CODENAME" "$1" "$mirror" >"$1.log" 2>&1 || { tail -n 20 "$1.log" >&2; exit 1; }
  rm -f "$1.log"
  rm -rf "$1/etc/apt/sources.list"
  cp -a /etc/apt/sources.list* "$1/etc/apt/"
  cp -aL /etc/resolv.conf /etc/hosts "$1/etc/"
  mkdir -p "$1/etc/ssl"
  [ ! -f "$bundle" ] || cp -L "$bundle" "$1$machine_bundle"
}

mount_root() { # FOLDER: what programs expect of a running system, and what package managers are configured with
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
  mkdir -p "$1/run/shm"
  local path
  for path in "${shared[@]}"; do
    [ ! -e "$1$path" ] || continue
    if [ -d "$path" ]; then mkdir -p "$1$path"; else mkdir -p "$(dirname "$1$path")"; touch "$1$path"; fi
    mount --bind -o ro "$path" "$1$path"
  done
}

inside() { # FOLDER COMMAND…
  local root=$1
  shift
  env -i "${environment[@]}" chroot "$root" "$@"
}

share() { # a file or folder of this machine that a package manager's configuration names
  [ ! -e "$1" ] || [ "$1" = "$bundle" ] || shared+=("$1")
}

read_package_managers() { # pip's options as environment variables: "global.find-links='/x'" becomes PIP_FIND_LINKS=/x.
  local key value name word option
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
}
