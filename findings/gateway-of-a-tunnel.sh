#!/bin/sh
# github.com/jackpal/gateway v1.0.10, which finds the router, and github.com/jackpal/go-nat-pmp
# v1.0.2, which asks it for a port, on Linux.
#
# The default route leads into a tunnel, as with a VPN: it names an interface and no router.
# Expected: an error, since there is no router to ask.
#
# Seen: gateway returns 0.0.0.0 without an error. NAT-PMP sends its question there, which on Linux
# means this computer: whatever listens on its port 5351 is asked for a port of the router.
#
# Output: "gateway 0.0.0.0, error <nil>", "this computer was asked: true".
#
# Needs go, ip, unshare, and root or the right to make user namespaces; it makes a network of its
# own in a namespace.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export GOPATH="$dir/go" GOFLAGS=-modcacherw GOWORK=off CGO_ENABLED=0
cat >main.go <<'GO'
package main

import (
	"fmt"
	"net"
	"time"

	"github.com/jackpal/gateway"
	natpmp "github.com/jackpal/go-nat-pmp"
)

func main() {
	here, err := net.ListenPacket("udp4", ":5351")
	if err != nil {
		panic(err)
	}
	router, err := gateway.DiscoverGateway()
	fmt.Printf("gateway %v, error %v\n", router, err)
	go natpmp.NewClientWithTimeout(router, time.Second).GetExternalAddress()
	here.SetReadDeadline(time.Now().Add(10 * time.Second))
	_, _, err = here.ReadFrom(make([]byte, 16))
	fmt.Printf("this computer was asked: %v\n", err == nil)
}
GO
go mod init finding >/dev/null 2>&1
go get github.com/jackpal/gateway@v1.0.10 github.com/jackpal/go-nat-pmp@v1.0.2 >/dev/null 2>&1
go build -o program .
seen=$(unshare -rn sh -ec 'ip link set lo up; ip tuntap add tunnel mode tun; ip addr add 198.51.100.2/32 dev tunnel; ip link set tunnel up
	ip route add default dev tunnel; ./program')
echo "$seen"
expected="gateway 0.0.0.0, error <nil>
this computer was asked: true"
[ "$seen" = "$expected" ] || { echo "gateway and go-nat-pmp behave otherwise now" >&2; exit 1; }
