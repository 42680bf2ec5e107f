#!/bin/sh
# Runs tests in places that differ from a developer's desk, each as far as this machine can make it.
# The test programs are built here and run there with nothing but a shell: no Go, no screen, no
# files but a copy of the sources. What cannot be made is left out (see tools/need).
#
# A place changes something: rights, files, network or umask. Only the packages run there that ask the
# system for it, by their imports. The others (rules, scene, render, words ...) compute the same
# everywhere; their tests import os to read testdata, which the packages that run there do as well.
# Nor do the tools run there, which are for a developer's desk, nor the menus, which import net for the
# text of addresses, nor the hub, whose tests start databases. Of the engine, whose tests are searches,
# only those of its files run, and of the program all but the computing commands.
#
# There is no place for root with all rights: that is where the other tests run, if anywhere.
#
# As many packages run at the same time as there are processors: the script calls itself with its
# folder, and with the place, the test program and the folder of each.
set -eu
umask 022
cd "$(dirname "$0")/.."

GO=${GO:-go}
atonce=$(getconf _NPROCESSORS_ONLN)

# The places, what each needs, and what it changes.
places="root with a container's rights|root and CAP_SETPCAP|rights
a chroot|root and CAP_SYS_CHROOT|files net rights
an ordinary user|CAP_SETUID and CAP_SETGID, or not to be root|rights
no IPv6|root, CAP_SYS_ADMIN and the program ip|net
umask 077|nothing|files"

# What Docker and its like let root keep.
container="-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service,+net_raw"
container="$container,+sys_chroot,+mknod,+audit_write,+setfcap"

# packages lists the folders of the packages that ask for something, each with that: files if it imports
# os, net if it or its tests import net, and rights if it asks for files, processes or signals, or if its
# tests make networks.
packages() {
	$GO list -f '{{if and .GoFiles (or .TestGoFiles .XTestGoFiles)}}{{.Dir}}|{{join .Imports " "}}|{{join .TestImports " "}} {{join .XTestImports " "}}{{end}}' ./... |
		grep -v -e "^$PWD/tools/" -e "^$PWD/menus/" -e "^$PWD/cmd/hub[/|]" |
		awk -F '|' '{
			own = " " $2 " "; all = own $3 " "; asks = ""
			if (own ~ / os /) asks = asks " files"
			if (all ~ / net(\/http)? /) asks = asks " net"
			if (own ~ / (os|os\/exec|os\/signal|syscall) / || all ~ /\/need\/lan /) asks = asks " rights"
			if (asks) print $1 asks
		}'
}

# prepare builds the test programs, and puts into the room what they need.
prepare() {
	mkdir -p "$room/tree" "$room/tests" "$room/bin" "$room/dev"
	tar --exclude=./.git --exclude=./bin -cf - . | tar -xf - -C "$room/tree"
	packages | while read -r dir asks; do
		dir=${dir#"$PWD/"}
		echo "$(echo "$dir" | tr / -) $dir $asks"
	done >"$room/packages"
	CGO_ENABLED=0 xargs -P "$atonce" -L 1 sh -c '"$0" test -c -p 1 -ldflags="-s -w" -o "$1/$2" "./$3"' "$GO" "$room/tests" <"$room/packages"
	for file in $(ldd "$room"/tests/* /bin/sh 2>/dev/null | sed -n 's/^[^/]*\(\/[^ ]*\) (0x.*/\1/p' | sort -u); do
		mkdir -p "$room$(dirname "$file")"
		cp -L "$file" "$room$file"
	done
	cp -L /bin/sh "$room/bin/sh"
	: >"$room/dev/null" # a file does, for tests that read nothing from it
	chmod -R a+rX "$room"
	chmod 666 "$room/dev/null"
}

# as_root fails with a reason if the user is not root: setpriv leaves rights as they are that it may
# not change.
as_root() { [ "$(id -u)" = 0 ] || { echo "the user is not root" >&2; return 1; }; }

# within runs a command in a place.
within() {
	place=$1
	shift
	case $place in
	"root with all rights") as_root && unshare --mount "$@" ;;
	"root with a container's rights") as_root && setpriv --bounding-set="$container" --inh-caps=-all "$@" ;;
	"a chroot") chroot "$room" "$@" ;;
	"an ordinary user") if [ "$(id -u)" != 0 ]; then "$@"; else setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; fi ;;
	"no IPv6") without_ipv6 "$@" ;;
	"umask 077") /bin/sh -c 'umask 077; exec "$@"' sh "$@" ;;
	esac
}

without_ipv6() {
	unshare --net /bin/sh -c 'for f in all default lo; do
			echo 1 >/proc/sys/net/ipv6/conf/$f/disable_ipv6 || exit
		done
		ip link set lo up && exec "$@"' sh "$@"
}

# base is the room as it is called in a place, and own a folder in it for this place alone.
base() { [ "$1" = "a chroot" ] || echo "$room"; }
own() { echo "$1" | tr -c 'a-zA-Z0-9\n' -; }

# furnish gives a place its folder and the packages that it changes, or leaves the place out: furnish
# PLACE NEEDS CHANGES.
furnish() {
	if ! why=$(within "$1" /bin/sh -c "cd '$(base "$1")/tree'" 2>&1); then
		leave_out "$1" "$(echo "$why" | tail -n 1)" "$2"
		return
	fi
	own="$room/$(own "$1")"
	mkdir -p "$own/home" "$own/tmp"
	: >"$own/left-out" >"$own/passed"
	chmod 1777 "$own/home" "$own/tmp"
	chmod 666 "$own/left-out"
	while read -r program dir asks; do
		for thing in $3; do
			case " $asks " in *" $thing "*) echo "$1|$program|$dir" && break ;; esac
		done
	done <"$room/packages" | tee "$own/runs" >>"$room/runs"
}

# leave_out says that a place cannot be made, in the words of tools/need.
leave_out() {
	line="elsewhere, $1: $2; it needs $3"
	if [ -n "${MANCALA_NEED_ALL:-}" ]; then
		echo "$line, and MANCALA_NEED_ALL is set, so it may not be left out" >&2
		return 1
	fi
	echo "$line" >>"${MANCALA_LEFT_OUT:-/dev/stderr}"
}

# try runs the tests of a package in a place: try PLACE PROGRAM FOLDER.
try() {
	only=. but=^TestLong
	case $3 in
	internal/engine) only='File|Keep' ;;
	cmd/mancala) but="$but|Analyze|Arrows|Duel|Perft|Solve|Strateg|EverySeat" ;;
	esac
	output="$room/$(own "$1")/$2"
	if within "$1" /bin/sh -c 'base=$1 own=$1/$2
		unset DISPLAY MANCALA_NEED_ALL XDG_CACHE_HOME XDG_DATA_HOME
		export HOME="$own/home" TMPDIR="$own/tmp" PATH="$base/bin" MANCALA_LEFT_OUT="$own/left-out"
		cd "$base/tree/$4" && exec "$base/tests/$3" -test.short -test.timeout=30m -test.parallel=8 -test.run="$5" -test.skip="$6"' \
		sh "$(base "$1")" "$(own "$1")" "$2" "$3" "$only" "$but" >"$output" 2>&1 </dev/null; then
		echo "$2" >>"$room/$(own "$1")/passed"
	else
		echo "FAIL $3, $1" >>"$output"
		cat "$output"
		return 1
	fi
}

if [ $# != 0 ]; then
	room=$1
	rest=${2#*|}
	try "${2%%|*}" "${rest%|*}" "${rest#*|}"
	exit
fi

# room is a folder that is also the root of a file system: the tests find the same in it from
# outside and from inside.
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
trap 'exit 130' INT TERM
chmod 755 "$room"
prepare
: >"$room/runs"
echo "$places" | while IFS='|' read -r place needs changes; do furnish "$place" "$needs" "$changes" || : >"$room/failed"; done
xargs -r -d '\n' -P "$atonce" -n 1 sh tools/elsewhere.sh "$room" <"$room/runs" || : >"$room/failed"
echo "$places" | while IFS='|' read -r place _; do
	own="$room/$(own "$place")"
	[ ! -d "$own" ] ||
		echo "$place: $(wc -l <"$own/passed") of $(wc -l <"$own/runs") packages pass, $(sort -u "$own/left-out" | wc -l) tests left out there"
done
[ ! -e "$room/failed" ] || { echo "The tests failed elsewhere." >&2; exit 1; }
