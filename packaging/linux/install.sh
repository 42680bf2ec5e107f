#!/bin/sh
# Installs Mancala for you alone, in ~/.local, or for all in /usr/local if root runs this.
# PREFIX=DIR chooses another place, and --remove takes away what was installed there.
set -eu
umask 022

cd "$(dirname "$0")"
if [ "$(id -u)" = 0 ]; then prefix=${PREFIX:-/usr/local}; else prefix=${PREFIX:-$HOME/.local}; fi
case $prefix in
/*) ;;
*) echo "PREFIX has to begin with a slash: $prefix" >&2 && exit 2 ;;
esac
case $prefix in
*[[:cntrl:]\"\`\$\\%\&\|=]*) echo "PREFIX has a character that desktops do not read: $prefix" >&2 && exit 2 ;;
esac
if [ "$prefix" -ef . ]; then
	echo "PREFIX has to be another folder than that of install.sh: $prefix" >&2 && exit 2
fi
case ${1-} in
"" | --remove) ;;
*) echo "Usage: [PREFIX=DIR] ./install.sh [--remove]" >&2 && exit 2 ;;
esac

# Each file below bin and share has its place below the prefix; the papers go to share/doc.
find bin share -type f | while read -r file; do
	rm -f "$prefix/$file" # a program that runs can be replaced, but not written to
	if [ "${1-}" = "" ]; then
		mkdir -p "$prefix/$(dirname "$file")"
		cp "$file" "$prefix/$file"
	fi
done
doc=$prefix/share/doc/mancala
applications=$prefix/share/applications
if [ "${1-}" = --remove ]; then
	rm -rf "$doc"
	echo "Mancala is removed from $prefix. Your games are kept."
else
	mkdir -p "$doc"
	cp -R README.md LICENSE NOTICES CHANGELOG.md PROTOCOL.md docs rules "$doc"
	# A desktop may not look for programs in the same places as your shell.
	for name in "$applications"/io.github.mancala.Mancala*.desktop; do
		sed "s|^Exec=mancala|Exec=\"$prefix/bin/mancala\"|" "$name" >"$name.new"
		mv "$name.new" "$name"
	done
	echo "Mancala is installed: $prefix/bin/mancala"
fi

# So that menus, icons and links of invites change at once, on desktops that keep lists.
if command -v update-desktop-database >/dev/null; then update-desktop-database -q "$applications" || true; fi
icons=$prefix/share/icons/hicolor
if [ -f "$icons/icon-theme.cache" ] && command -v gtk-update-icon-cache >/dev/null; then gtk-update-icon-cache -qtf "$icons" || true; fi
