#!/bin/sh
# Runs the tests of the quick packages in surroundings that differ from a developer's desk, each as
# far as this machine can make it. The test programs are built here and run there with nothing but a
# shell: no Go, no screen, no files but a copy of the sources. What cannot be made is left out (see
# tools/need).
set -eu
umask 022
cd "$(dirname "$0")/.."

GO=${GO:-go}
slow="mancala/engine" # searches, and asks the system for memory and files only

# What Docker and its like let root keep.
container="-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service,+net_raw"
container="$container,+sys_chroot,+mknod,+audit_write,+setfcap"

# room is a folder that is also the root of a file system: the tests find the same in it from
# outside and from inside.
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
trap 'exit 130' INT TERM

# prepare builds the test programs, and puts into the room what they need.
prepare() {
	mkdir -p "$room/tree" "$room/tests" "$room/home" "$room/tmp" "$room/bin" "$room/dev"
	tar --exclude=./.git --exclude=./bin -cf - . | tar -xf - -C "$room/tree"
	for dir in $($GO list -f "{{if and (ne .ImportPath \"$slow\") (or .TestGoFiles .XTestGoFiles)}}{{.Dir}}{{end}}" ./...); do
		dir=${dir#"$PWD/"}
		program=$(echo "$dir" | tr / -)
		CGO_ENABLED=0 $GO test -c -o "$room/tests/$program" "./$dir"
		echo "$program $dir" >>"$room/packages"
	done
	for file in $(ldd "$room"/tests/* /bin/sh 2>/dev/null | sed -n 's/^[^/]*\(\/[^ ]*\) (0x.*/\1/p' | sort -u); do
		mkdir -p "$room$(dirname "$file")"
		cp -L "$file" "$room$file"
	done
	cp -L /bin/sh "$room/bin/sh"
	: >"$room/dev/null" # a file does, for tests that read nothing from it
	cat >"$room/each.sh" <<-'END'
		base=$1
		failed=0
		while read -r program dir; do
			cd "$base/tree/$dir" && "$base/tests/$program" -test.short -test.timeout=5m || { echo "FAIL $dir"; failed=1; }
		done <"$base/packages"
		exit $failed
	END
	chmod -R a+rX "$room"
	chmod 1777 "$room/tmp" "$room/home"
	chmod 666 "$room/dev/null"
}

# as_root fails with a reason if the user is not root: setpriv leaves rights as they are that it may
# not change.
as_root() { [ "$(id -u)" = 0 ] || { echo "the user is not root" >&2; return 1; }; }

# within runs a command in a place. $base is the room as it is called there.
within() {
	place=$1
	shift
	case $place in
	"root with all rights") as_root && unshare --mount "$@" ;;
	"root with a container's rights") as_root && setpriv --bounding-set="$container" --inh-caps=-all "$@" ;;
	"a chroot") chroot "$room" "$@" ;;
	"an ordinary user") if [ "$(id -u)" != 0 ]; then "$@"; else setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; fi ;;
	"no IPv6") unshare --net /bin/sh -c 'for f in all default lo; do
			echo 1 >/proc/sys/net/ipv6/conf/$f/disable_ipv6 || exit
		done
		ip link set lo up && exec "$@"' sh "$@" ;;
	"umask 077") /bin/sh -c 'umask 077; exec "$@"' sh "$@" ;;
	esac
}

# try runs the tests in a place, or leaves it out: try PLACE NEEDS.
try() {
	base=$room
	[ "$1" != "a chroot" ] || base=
	if ! why=$(within "$1" /bin/sh -c "cd '$base/tree'" 2>&1); then
		leave_out "$1" "$(echo "$why" | tail -n 1)" "$2"
		return
	fi
	: >"$room/left-out"
	chmod 666 "$room/left-out"
	if ! within "$1" /bin/sh -c 'base=$1
		unset DISPLAY MANCALA_NEED_ALL XDG_CACHE_HOME XDG_DATA_HOME
		export HOME="$base/home" TMPDIR="$base/tmp" PATH="$base/bin" MANCALA_LEFT_OUT="$base/left-out"
		exec /bin/sh "$base/each.sh" "$base"' sh "$base" >"$room/output" 2>&1; then
		failed="$failed, $1"
		cat "$room/output"
	fi
	echo "$1: $(grep -cx PASS "$room/output") of $(wc -l <"$room/packages") packages pass, $(sort -u "$room/left-out" | wc -l) tests left out there"
}

# leave_out says that a place cannot be made, in the words of tools/need.
leave_out() {
	line="test-elsewhere, $1: $2; it needs $3"
	if [ -n "${MANCALA_NEED_ALL:-}" ]; then
		echo "$line, and MANCALA_NEED_ALL is set, so it may not be left out" >&2
		failed="$failed, $1"
	else
		echo "$line" >>"${MANCALA_LEFT_OUT:-/dev/stderr}"
	fi
}

failed=
prepare
try "root with all rights" "root and CAP_SYS_ADMIN"
try "root with a container's rights" "root and CAP_SETPCAP"
try "a chroot" "root and CAP_SYS_CHROOT"
try "an ordinary user" "CAP_SETUID and CAP_SETGID, or not to be root"
try "no IPv6" "root, CAP_SYS_ADMIN and the program ip"
try "umask 077" "nothing"
[ -z "$failed" ] || { echo "The tests failed with:${failed#,}" >&2; exit 1; }
