package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestRow(t *testing.T) {
	text := "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 1.5\nprocess_resident_memory_bytes 1.048576e+06\nother 7\n"
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) }))
	defer node.Close()
	addr := strings.TrimPrefix(node.URL, "http://")
	empty, err := readGauge(t.Context(), []string{addr, addr})
	if err != nil || empty.seconds != 3 || empty.resident != 2<<20 {
		t.Fatalf("%+v, %v", empty, err)
	}
	begun, done := empty, empty
	done.at, done.seconds, done.resident = begun.at.Add(10*time.Second), 4, 3<<20
	r := row{
		games: 8, plies: 1000, took: 10 * time.Second, half: time.Millisecond, most: 2 * time.Millisecond, all: 3 * time.Millisecond,
		empty: empty, begun: begun, done: done,
	}
	if got, want := r.String(), "| 8 | 100 | 1ms | 2ms | 3ms | 0.10 | 1000 | 3 | 64 |"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	text = "process_cpu_seconds_total 1.5\n"
	if _, err := readGauge(t.Context(), []string{addr}); err == nil {
		t.Error("a page without the memory of the process is taken")
	}
}
