# shellcheck shell=bash
# What the scripts of this folder share. Source it after `set -euo pipefail`:
#
#   . "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
#
# It sets `root` (the folder of the repository) and changes into it.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1

# Debian's Emscripten looks for its node modules (acorn) only where NODE_PATH points.
export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}
# And it runs on Debian's Python, whatever else the path finds first.
if [ -x /usr/bin/python3 ]; then export EMSDK_PYTHON=${EMSDK_PYTHON:-/usr/bin/python3}; fi

say() { printf '%s\n' "$*"; }
die() {
  printf '%s: error: %s\n' "$(basename "$0")" "$1" >&2
  exit "${2:-1}"
}

have() { command -v "$1" >/dev/null 2>&1; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif have sudo; then
    sudo "$@"
  else
    die "'$*' needs root: run as root, or install sudo"
  fi
}

# The packages of package-lock.json, where they are not those installed: a check that needs them
# works on a fresh clone.
install_node_modules() {
  local lock=$root/package-lock.json stamp=$root/node_modules/.pipette-lock
  cmp -s "$lock" "$stamp" && return
  say "setup: npm ci" >&2
  npm ci --loglevel=error </dev/null >&2
  cp "$lock" "$stamp"
}

# The comment block at the head of a script is its manual.
show_help() { sed -n '2,/^set -/{/^#/s/^# \{0,1\}//p}' "$1"; }

# The processes that one started, and that these started.
descendants() {
  local each
  for each in $(pgrep -P "$1"); do
    say "$each"
    descendants "$each"
  done
}

# Ends a process and all its descendants.
end_all() {
  local each
  for each in $(say "$1" && descendants "$1"); do kill -TERM "$each" 2>/dev/null || true; done
}

# within_limit SECONDS COMMAND...: ends it, and all it started, after so long, and says what was running.
within_limit() {
  local status=0 limit=$1 running watch
  shift
  "$@" &
  running=$!
  {
    sleep "$limit"
    say "It had not ended by itself after $limit s, and was ended. What was running:"
    # shellcheck disable=SC2046  # a list of processes
    ps -o pid,ppid,etimes,args $(descendants "$running") | cut -c 1-160
    end_all "$running"
    sleep 10
    kill -KILL "$running"
  } &
  watch=$!
  trap 'end_all "$running"; end_all "$watch"; exit 130' INT TERM  # a process in the background ignores Ctrl+C
  wait "$running" || status=$?
  end_all "$watch"
  return "$status"
}

build_jobs() { printf '%s' "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"; }

# build PRESET TARGET [options of ninja]: configures where that was not done, then builds. Prints
# little when there is nothing to do.
build() {
  local preset=$1 target=$2
  shift 2
  if [ ! -e "build/$preset/build.ninja" ]; then cmake --preset "$preset"; fi
  ninja -C "build/$preset" -j "$(build_jobs)" "$@" "$target"
}

# The address of the machine's own Debian archive entry, whatever format its sources are written in.
debian_mirror() {
  local codename
  codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  # shellcheck disable=SC2016  # $(...) is apt's format syntax
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(LABEL)' 'Created-By: Packages' |
    awk -v codename="$codename" '
      $2 ~ /-/ { next }                        # -security, -updates, -backports: other archives
      $2 == codename && !exact { exact = $1 }
      $3 == "Debian" && !labelled { labelled = $1 }
      END { print exact ? exact : labelled }'
}

# make_debian SUITE FOLDER: a small Debian in a folder, where there is none yet, from the mirror of this machine's own apt
# sources. As root.
make_debian() {
  local suite=$1 folder=$2 mirror log=$2.log
  [ ! -e "$folder/ready" ] || return 0
  [ -x /usr/sbin/debootstrap ] || as_root apt-get -qq -y --no-install-recommends install debootstrap >/dev/null
  mirror=$(debian_mirror)
  [ -n "$mirror" ] || die "no entry for the Debian archive among this machine's apt sources"
  as_root rm -rf "$folder"
  mkdir -p "$(dirname "$folder")"
  as_root /usr/sbin/debootstrap --variant=minbase --include=ca-certificates "$suite" "$folder" "$mirror" >"$log" 2>&1 ||
    die "debootstrap failed; see $log"
  # How this machine reaches the archive holds there too.
  apt-config dump | grep '^Acquire::' | as_root tee "$folder/etc/apt/apt.conf.d/90host" >/dev/null
  as_root touch "$folder/ready"
}

# inside_debian FOLDER COMMAND...: in that Debian alone. /proc, where processors are counted, is there for as long as the
# command runs.
inside_debian() {
  # shellcheck disable=SC2016  # expanded by that shell
  as_root unshare --mount /bin/sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$1" \
    /usr/bin/env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "${@:2}"
}
