package health

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"mancala/tools/need"
)

func get(t *testing.T, h http.Handler, method, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, path, nil))
	return w.Code, w.Body.String()
}

func TestHealthz(t *testing.T) {
	b := New("1.2.3", "a")
	var bus, record error
	b.Check("bus", true, func() error { return bus })
	b.Check("record", false, func() error { return record })
	check := func(code int, text string) {
		t.Helper()
		if c, got := get(t, b, "GET", "/healthz"); c != code || got != text {
			t.Errorf("%d %q, want %d %q", c, got, code, text)
		}
	}
	bus = errors.New("no other node")
	check(503, "starting\nbus: no other node\nrecord: well\n")
	bus = nil
	check(503, "starting\nbus: well\nrecord: well\n")
	b.Run()
	check(200, "well\nbus: well\nrecord: well\n")
	record = errors.New("behind\nby far")
	check(200, "well\nbus: well\nrecord: behind; by far\n")
	bus = errors.New("no server")
	check(503, "in trouble\nbus: no server\nrecord: behind; by far\n")
	bus, record = nil, nil
	b.Drain()
	check(503, "draining\nbus: well\nrecord: well\n")
}

func TestMetrics(t *testing.T) {
	b := New("1.2.3", "a")
	b.Metrics.NewGauge(prometheus.GaugeOpts{Name: "tables", Help: "Tables with a game."}).Set(17)
	code, text := get(t, b, "GET", "/metrics")
	for _, line := range []string{
		`mancala_hub_info{node="a",version="1.2.3"} 1`, "mancala_hub_tables 17", "mancala_hub_draining 0", "# TYPE go_goroutines gauge",
	} {
		if code != 200 || !strings.Contains(text, line+"\n") {
			t.Errorf("%d, without %q", code, line)
		}
	}
	b.Drain()
	if _, text := get(t, b, "GET", "/metrics"); !strings.Contains(text, "mancala_hub_draining 1\n") {
		t.Error("draining is not shown")
	}
}

func TestOtherRequests(t *testing.T) {
	b := New("1", "a")
	b.Run()
	for _, tt := range []struct {
		method, path string
		code         int
	}{{"POST", "/healthz", 405}, {"DELETE", "/metrics", 405}, {"GET", "/", 404}, {"HEAD", "/healthz", 200}} {
		if code, _ := get(t, b, tt.method, tt.path); code != tt.code {
			t.Errorf("%s %s: %d, want %d", tt.method, tt.path, code, tt.code)
		}
	}
}

func TestListen(t *testing.T) {
	b, log := New("1", "a"), slog.New(slog.NewTextHandler(t.Output(), nil))
	b.Run()
	ctx, cancel := context.WithCancel(t.Context())
	addr := need.Must(b.Listen(ctx, "127.0.0.1:0", log))(t)
	resp := need.Must(http.Get("http://" + addr.String() + "/healthz"))(t)
	body, err := io.ReadAll(resp.Body)
	if _ = resp.Body.Close(); err != nil || string(body) != "well\n" {
		t.Errorf("%q, %v", body, err)
	}
	if _, err := b.Listen(ctx, addr.String(), log); err == nil || !strings.Contains(err.Error(), "--metrics") {
		t.Errorf("a taken address: %v", err)
	}
	cancel()
	for err == nil {
		if resp, err = http.Get("http://" + addr.String() + "/healthz"); err == nil {
			_ = resp.Body.Close()
		}
	}
}
