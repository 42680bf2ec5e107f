//go:build linux

package hubtest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"mancala/tools/need"
)

// Postgres is a PostgreSQL server of a test, in a temporary folder. It listens on a socket there
// and nowhere else.
type Postgres struct {
	t        testing.TB
	dir      string
	bin      string
	as       *syscall.Credential
	made     atomic.Int32
	settings []string
	child    *os.Process
	ended    chan struct{}
}

// StartPostgres starts a server until the end of the test, or skips the test where PostgreSQL is
// not installed. The server ends with this process, however that ends. The settings are in the form
// "fsync=off".
func StartPostgres(t testing.TB, settings ...string) *Postgres {
	t.Helper()
	p := &Postgres{t: t, bin: folder(), settings: settings}
	var trouble error
	if p.bin == "" {
		trouble = errors.New("there is no initdb")
	}
	need.Met(t, "the Debian package postgresql", trouble)
	p.as, trouble = credential()
	need.Met(t, "a user other than root, under which PostgreSQL runs", trouble)
	p.dir = need.Must(os.MkdirTemp("", "mancala-postgres"))(t)
	t.Cleanup(func() { _ = os.RemoveAll(p.dir) })
	if p.as != nil {
		need.NoError(t, os.Chown(p.dir, int(p.as.Uid), int(p.as.Gid)))
	}
	if out, err := p.command("initdb", "-D", p.data(), "-U", "mancala", "-A", "trust", "-N", "-E", "UTF8", "--locale=C").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	p.Run()
	t.Cleanup(p.Kill)
	return p
}

func (p *Postgres) data() string { return filepath.Join(p.dir, "data") }

// folder returns where PostgreSQL's programs are: Debian has them outside of the PATH.
func folder() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(slices.Max(found))
}

// credential returns the user for a server, or nil for this one: PostgreSQL refuses to run as root.
func credential() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, _ := strconv.ParseUint(u.Uid, 10, 32)
			gid, _ := strconv.ParseUint(u.Gid, 10, 32)
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
		}
	}
	return nil, errors.New("there is neither postgres nor nobody")
}

func (p *Postgres) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(p.bin, name), args...)
	c.Dir = p.dir
	c.SysProcAttr = &syscall.SysProcAttr{Credential: p.as, Pdeathsig: syscall.SIGQUIT}
	return c
}

// Run starts the server again after Kill, and returns once it answers.
func (p *Postgres) Run() {
	p.t.Helper()
	args := []string{"-D", p.data(), "-k", p.dir, "-c", "listen_addresses=", "-c", "max_connections=100"}
	for _, s := range p.settings {
		args = append(args, "-c", s)
	}
	c := p.command("postgres", args...)
	log := need.Must(os.OpenFile(filepath.Join(p.dir, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600))(p.t)
	defer log.Close()
	c.Stdout, c.Stderr = log, log
	begun := make(chan error)
	p.ended = make(chan struct{})
	go func() {
		runtime.LockOSThread() // the child gets its signal when the thread that made it ends
		begun <- c.Start()
		_ = c.Wait()
		close(p.ended)
	}()
	need.NoError(p.t, <-begun)
	p.child = c.Process
	need.Until(p.t, "PostgreSQL answers", func() bool {
		select {
		case <-p.ended:
			text, _ := os.ReadFile(log.Name())
			p.t.Fatalf("PostgreSQL has ended: %s", text)
		default:
		}
		conn, err := pgx.Connect(context.Background(), p.url("postgres"))
		if err == nil {
			_ = conn.Close(context.Background())
		}
		return err == nil
	})
}

// Kill ends the server at once, as a power failure would.
func (p *Postgres) Kill() {
	_ = p.child.Signal(syscall.SIGQUIT)
	<-p.ended
	if err := os.Remove(filepath.Join(p.data(), "postmaster.pid")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.t.Error(err)
	}
}

// Database makes a database, and returns its URL.
func (p *Postgres) Database() string {
	p.t.Helper()
	name := fmt.Sprintf("club%d", p.made.Add(1))
	ctx := context.Background()
	conn := need.Must(pgx.Connect(ctx, p.url("postgres")))(p.t)
	_, err := conn.Exec(ctx, "CREATE DATABASE "+name)
	need.NoError(p.t, err, conn.Close(ctx))
	return p.url(name)
}

// Alive reports whether the server has not ended by itself.
func (p *Postgres) Alive() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

func (p *Postgres) url(name string) string {
	values := url.Values{"host": {p.dir}, "sslmode": {"disable"}}
	for _, s := range p.settings {
		if port, is := strings.CutPrefix(s, "port="); is {
			values.Set("port", port)
		}
	}
	return "postgres://mancala@/" + name + "?" + values.Encode()
}
