#!/bin/bash
# Carry out the steps of the Dockerfile without a container engine, and run the image as docker-compose.yml does.
#
#   tests/tools/image.sh [--keep]
#
# Each stage is a minimal Debian made by debootstrap, in which RUN, COPY, ENV, ARG, WORKDIR and USER do what the
# Dockerfile says. The last stage then runs with a read-only root, its volume, /tmp and no capabilities, as the
# image's user; its health check must succeed, and the stop signal must end it. Needs root, debootstrap and
# unshare. WORK_FOLDER chooses the folder.
set -euo pipefail

. "$(dirname "$0")/debian-root.sh"
work_apart test-image "debootstrap unshare git python3" "debootstrap util-linux git python3" "$@"

environment+=(HOME=/root)
read_package_managers
seconds=$SECONDS
say() { echo "== $((SECONDS - seconds)) s: $1"; }

say "the build context and a minimal Debian $VERSION_CODENAME"
mkdir -p "$work/context" "$work/stages"
git -C "$checkout" archive HEAD | tar -x -C "$work/context"
make_root "$work/base"

declare -A arguments
stage= root= directory=/ user=root command= check= signal=TERM volume= port=
variables=()
expand() { # ${NAME} of the build arguments
  local text=$1 name
  for name in "${!arguments[@]}"; do text=${text//\$\{$name\}/${arguments[$name]}}; done
  echo "$text"
}
run_step() { # in the root of the stage, as its user, with its variables and arguments
  local assigned=() name
  for name in "${!arguments[@]}"; do assigned+=("$name=${arguments[$name]}"); done
  inside "$root" env "${assigned[@]}" "${variables[@]}" sh -ec "cd '$directory' && $1"
}
copy() { # [--from=STAGE] SOURCE… TARGET
  local from=$work/context words=("$@") target
  if [[ ${words[0]} == --from=* ]]; then from=$work/stages/${words[0]#--from=}; words=("${words[@]:1}"); fi
  target=${words[-1]}
  [[ $target == /* ]] || target=$directory/$target
  unset 'words[-1]'
  local source
  for source in "${words[@]}"; do
    [ -e "$from/$source" ] || { echo "COPY: $source does not exist." >&2; exit 1; }
    if [ -d "$from/$source" ]; then mkdir -p "$root$target"; cp -a "$from/$source/." "$root$target/"; else
      # A folder if it ends with a slash, as Docker sees it.
      case "$target" in */) mkdir -p "$root$target" ;; *) mkdir -p "$(dirname "$root$target")" ;; esac
      cp -a "$from/$source" "$root$target"
    fi
  done
}

while IFS=$'\t' read -r word rest; do
  case "$word" in
    ARG) name=${rest%%=*}; value=${rest#*=}; value=${value#\"}; arguments[$name]=${value%\"} ;;
    FROM)
      read -r base _ stage <<<"$(expand "$rest")"
      [[ $base == debian:$VERSION_CODENAME* ]] || { echo "The base $base is not Debian $VERSION_CODENAME." >&2; exit 1; }
      say "stage $stage"
      root=$work/stages/$stage directory=/ user=root variables=()
      cp -a "$work/base" "$root"
      mount_root "$root"
      ;;
    RUN) say "RUN ${rest:0:90}"; run_step "$rest" >"$work/step.log" 2>&1 </dev/null || { tail -n 40 "$work/step.log" >&2; exit 1; } ;;
    COPY) eval "copy $rest" ;;
    WORKDIR) directory=$rest; mkdir -p "$root$directory" ;;
    ENV) eval "words=($(sed 's/\$PATH/\\$PATH/g' <<<"$rest"))"; for one in "${words[@]}"; do variables+=("${one//\$PATH//usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin}"); done ;;
    USER) user=$rest ;;
    VOLUME) volume=$rest ;;
    HEALTHCHECK) check=$rest ;;
    STOPSIGNAL) signal=$rest ;;
    CMD) command=$rest ;;
    EXPOSE) port=$rest ;;
    *) echo "image.sh does not know $word." >&2; exit 1 ;;
  esac
done < <(python3 "$checkout/tests/tools/dockerfile_steps.py" "$checkout/Dockerfile")

# Without the folders of package managers, which are mounted into it.
say "the image has $(du -sxm "${shared[@]/#/--exclude=$root}" "$root" | cut -f1) MB; run it read-only, as $user, with the volume $volume"
# A new volume has what the image has at its place, with its owner.
cp -a "$root$volume" "$work/volume"
mount --rbind "$root" "$root"
mount -o remount,bind,ro "$root"
mount --bind "$work/volume" "$root$volume"
# Other servers of this machine may use the image's port, and an engine would give the image a network of its own.
variables+=("HOME=$(inside "$root" sh -c "getent passwd '$user'" | cut -d: -f6)" "GREENROOM_PORT=${IMAGE_PORT:-8498}")
confined() { # as the engine starts it, in place of this shell: no capabilities, and no way to get them
  exec env -i "${environment[@]}" chroot "$root" env "${variables[@]}" setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs \
    --bounding-set=-all --inh-caps=-all sh -c "cd '$directory' && exec $1"
}
if (confined "touch /opt/greenroom/written" 2>/dev/null) || touch "$root/written" 2>/dev/null; then
  echo "The root can be written." >&2
  exit 1
fi
(confined "touch $volume/written /tmp/written")
(confined "rm $volume/written")
confined "$command" >"$work/server.log" 2>&1 </dev/null &
server=$!
until (confined "$check" >"$work/check.log" 2>&1); do
  kill -0 "$server" 2>/dev/null || { echo "The server has ended:" >&2; tail -n 40 "$work/server.log" >&2; exit 1; }
  [ "$((SECONDS - seconds))" -lt 3600 ] || { echo "The health check never succeeded:" >&2; tail -n 20 "$work/check.log" "$work/server.log" >&2; exit 1; }
  sleep 2
done
say "the health check succeeds (in the image: port $port)"
(confined "test -O $volume/greenroom.db") || { echo "The database does not belong to $user." >&2; exit 1; }
until (confined "$check --ready" >"$work/check.log" 2>&1); do
  [ "$((SECONDS - seconds))" -lt 3600 ] || { echo "The server never became ready:" >&2; tail -n 20 "$work/check.log" >&2; exit 1; }
  kill -0 "$server" 2>/dev/null || { echo "The server has ended:" >&2; tail -n 40 "$work/server.log" >&2; exit 1; }
  sleep 2
done
say "the database and the models work"
kill -s "$signal" "$server"
status=0
wait "$server" || status=$?
# It ends by the signal, after an orderly stop: the shell adds 128.
[ "$status" = "$((128 + $(kill -l "$signal")))" ] && grep -q server_stopped "$work/server.log" ||
  { echo "The server ended with status $status:" >&2; tail -n 20 "$work/server.log" >&2; exit 1; }
say "$signal ends the server in order"
