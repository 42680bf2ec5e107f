//go:build !js

package web

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"mancala/tools/need"
)

func TestLocalNames(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1": true, "127.0.0.1:7000": true, "[::1]:7000": true, "[2001:db8::1]": true, "203.0.113.9:7000": true,
		"localhost": true, "LocalHost:80": true, "ada": true, "ada:7000": true, "ada.local:7000": true, "ada.lan.": true, "pc.home.arpa": true,
		"": false, ":7000": false, "evil.example": false, "evil.example:7000": false, "ada.local.evil.example:7000": false,
		"127.0.0.1.evil.example": false, "local.example": false, "1.2.3": false, "0x7f.1": false,
	} {
		if got := local(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}

// TestPaperOfBrowsers compares PROTOCOL.md with the code.
func TestPaperOfBrowsers(t *testing.T) {
	file := need.Must(os.ReadFile("../../PROTOCOL.md"))(t)
	text := strings.Join(strings.Fields(string(file)), " ")
	host := need.Must(json.Marshal(Info{Kind: "host", Name: "Ada", Encrypted: true, Watchers: true}))(t)
	meet := need.Must(json.Marshal(Info{Kind: "meet"}))(t)
	for _, want := range []string{
		"`" + StreamPath + "`", "`" + InfoPath + "`", "`" + string(host) + "`", "`" + string(meet) + "`",
		"most 16,384 bytes", "more than 32 KiB of frames",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("PROTOCOL.md does not say %s", want)
		}
	}
	if maxMessage != 16384 || maxIdle != 32<<10 {
		t.Errorf("a message may have %d bytes, and %d may bring nothing", maxMessage, maxIdle)
	}
}
