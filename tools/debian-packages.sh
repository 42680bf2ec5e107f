#!/bin/sh
# Makes sure that what the tests of windows and packages need is there: an X server without a screen,
# software OpenGL, a mouse that can be driven, a browser, node, a C compiler for the race detector, ip
# for a network without IPv6, validators of desktop files and of units, a reader of manual pages, and
# PostgreSQL, which the tests start by themselves.
# Missing ones are installed if that is allowed (root, or sudo without a password, on a system with
# apt-get), and otherwise named.
#
# With the argument "foreign" it is what the tests of other systems need.
set -eu

screen="xvfb xauth xdotool imagemagick libgl1-mesa-dri libgl1 libegl1 libx11-6 libxcursor1 libxi6 libxinerama1 libxrandr2 libxrender1 libxext6"
case ${1:-} in
foreign) needed="wine64 gcc-mingw-w64-x86-64 qemu-user-static libc6-arm64-cross $screen" ;;
*) needed="iproute2 chromium nodejs gcc libc6-dev desktop-file-utils appstream groff-base systemd postgresql $screen" ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1; then
	for tool in xvfb-run xdotool import gcc; do
		command -v "$tool" >/dev/null 2>&1 || { echo "The tests need $tool; please install it." >&2; exit 1; }
	done
	exit 0
fi

missing=""
for p in $needed; do
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || true)" = installed ] || missing="$missing $p"
done

# Chromium without a window of its own draws less, so tests of the page take half the time. They do
# without it, so a system that does not have it is no failure.
if [ -z "$missing" ]; then
	command -v chromium-headless-shell >/dev/null 2>&1 || [ "$(id -u)" != 0 ] ||
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null 2>&1 ||
		echo "chromium-headless-shell cannot be installed; the tests of the page take longer without it"
	exit 0
fi

as=""
if [ "$(id -u)" != 0 ]; then
	if sudo -n true 2>/dev/null; then as="sudo -n"; else
		echo "The tests need these Debian packages; please install them:$missing" >&2
		exit 1
	fi
fi
echo "Installing what the tests need:$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # a list of words
$as apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 ||
	{ $as apt-get update -qq && $as apt-get install -y -qq --no-install-recommends $missing >/dev/null; }
