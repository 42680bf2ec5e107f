#!/bin/sh
# rsc.io/qr v0.2.0, QR codes for Go.
#
# A QR code is drawn with one of eight masks. ISO/IEC 18004 has the encoder draw all eight, score
# them, and take the one with the fewest patterns that confuse a camera (long runs, blocks, false
# finders). Expected: masks that differ from text to text.
#
# Seen: Encode always takes mask 0, whatever the text. Readers read it all the same; it is only
# harder for a camera than it must be.
#
# Output: "40 texts, masks: 0", from the format bits in the ninth row of each code.
#
# Needs go.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export GOPATH="$dir/go" GOFLAGS=-modcacherw GOWORK=off CGO_ENABLED=0
cat >main.go <<'GO'
package main

import (
	"fmt"

	"rsc.io/qr"
)

func main() {
	texts, seen := 0, map[int]bool{}
	for i := range 40 {
		code, err := qr.Encode(fmt.Sprintf("http://192.0.2.%d:7000/", i+1), qr.M)
		if err != nil {
			panic(err)
		}
		mask := 0 // bits 2 to 4 of the format, which are stored under the mask 101
		for x := 2; x < 5; x++ {
			mask <<= 1
			if code.Black(x, 8) {
				mask |= 1
			}
		}
		seen[mask^0b101] = true
		texts++
	}
	fmt.Printf("%d texts, masks:", texts)
	for mask := range 8 {
		if seen[mask] {
			fmt.Printf(" %d", mask)
		}
	}
	fmt.Println()
}
GO
go mod init finding >/dev/null 2>&1
go get rsc.io/qr@v0.2.0 >/dev/null 2>&1
seen=$(go run .)
echo "$seen"
[ "$seen" = "40 texts, masks: 0" ] || { echo "qr behaves otherwise now" >&2; exit 1; }
