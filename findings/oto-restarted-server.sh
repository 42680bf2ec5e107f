#!/bin/sh
# github.com/ebitengine/oto/v3 v3.5.0, sound for Go, with PulseAudio 16.1 (Debian 12).
#
# A program plays a sound without an end. The sound server is ended, which ends every stream, and
# started again. Expected: a player that has stopped or reports an error, and a way to begin again.
#
# Seen: the source is not read any more, yet the player's IsPlaying stays true and its Err is nil.
# Only the Err of the context tells. And the process stays silent for good: a second context is
# refused, and the first has no method that closes or opens it again.
#
# Output: "before: playing, read on", "after: playing true, player error <nil>, context error true,
# read on false", "again: oto: context is already created".
#
# Needs go, pulseaudio and the sound libraries of ALSA or PulseAudio; no sound device.
set -eu
command -v pulseaudio >/dev/null || { echo "pulseaudio is missing" >&2; exit 2; }
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$dir"' EXIT
cd "$dir"
export GOPATH="$dir/go" GOFLAGS=-modcacherw GOWORK=off CGO_ENABLED=0
export HOME="$dir" XDG_RUNTIME_DIR="$dir/run" GOCACHE="${GOCACHE:-$(go env GOCACHE)}"
export PULSE_SERVER="unix:$dir/run/pulse/native"
mkdir -m 700 run
cat >main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/ebitengine/oto/v3"
)

type endless struct{ read atomic.Int64 }

func (e *endless) Read(b []byte) (int, error) { clear(b); e.read.Add(int64(len(b))); return len(b), nil }

// goesOn reports whether more is read within four seconds.
func (e *endless) goesOn() bool {
	time.Sleep(2 * time.Second) // what is under way
	before := e.read.Load()
	time.Sleep(2 * time.Second)
	return e.read.Load() > before
}

func main() {
	options := &oto.NewContextOptions{SampleRate: 48000, ChannelCount: 2, Format: oto.FormatSignedInt16LE}
	ctx, ready, err := oto.NewContext(options)
	if err != nil {
		panic(err)
	}
	<-ready
	source := new(endless)
	p := ctx.NewPlayer(source)
	p.Play()
	if p.IsPlaying() && ctx.Err() == nil && source.goesOn() {
		fmt.Println("before: playing, read on")
	}
	fmt.Scanln() // the server is started again
	on := source.goesOn()
	fmt.Printf("after: playing %v, player error %v, context error %v, read on %v\n", p.IsPlaying(), p.Err(), ctx.Err() != nil, on)
	_, _, err = oto.NewContext(options)
	fmt.Println("again:", err)
	os.Exit(0)
}
GO
start() {
	pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no --disable-shm=yes \
		-L "module-native-protocol-unix socket=$dir/run/pulse/native auth-anonymous=1" -L module-null-sink >"$dir/server" 2>&1 &
	server=$!
	tries=0
	until [ -S run/pulse/native ]; do
		tries=$((tries + 1))
		[ $tries -lt 100 ] || { echo "pulseaudio does not start" >&2; cat server >&2; exit 2; }
		sleep 0.1
	done
}
go mod init finding >/dev/null 2>&1
go get github.com/ebitengine/oto/v3@v3.5.0 >/dev/null 2>&1
go build -o program .
mkdir -p run/pulse
start
mkfifo answer
./program <answer >seen 2>errors &
program=$!
exec 3>answer
tries=0
until grep -q before seen; do
	tries=$((tries + 1))
	[ $tries -lt 300 ] || { echo "the program does not play" >&2; cat errors >&2; exit 2; }
	sleep 0.1
done
kill "$server" && wait "$server" || true
rm -f run/pulse/native
start
echo >&3
wait "$program"
cat seen
cat >expected <<'TEXT'
before: playing, read on
after: playing true, player error <nil>, context error true, read on false
again: oto: context is already created
TEXT
cmp -s seen expected || { echo "oto behaves otherwise now" >&2; exit 1; }
