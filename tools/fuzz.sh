#!/bin/sh
# Runs every fuzz target of these packages for a time: fuzz.sh TIME PACKAGE...
set -eu
GO=${GO:-go}
time=$1
shift
for package in "$@"; do
	targets=$($GO test -list '^Fuzz' "$package")
	for target in $targets; do
		case $target in Fuzz*) ;; *) continue ;; esac # the last line says how the package fared
		echo "$package $target"
		$GO test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$package"
	done
done
