package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	// maxCommand limits a command in bytes.
	maxCommand = 64 << 10
	// dialTime limits the time to find out whether a hub runs.
	dialTime = 5 * time.Second
)

// Listen runs and logs commands from a socket until ctx ends or stop is called, and then removes
// the socket. It refuses a running hub's socket, so two hubs cannot use one folder.
func Listen(ctx context.Context, path string, h Hub, log *slog.Logger) (stop func() error, err error) {
	if err := clear(ctx, path); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("the folder of the socket for \"hub admin\" cannot be made: %w", err)
	}
	listener, err := listen(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("the socket for \"hub admin\" cannot be made; --admin chooses another place: %w", err)
	}
	server := &http.Server{
		Handler: handler{h, log}, ReadTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx },
		ErrorLog:    slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("Commands are no longer taken.", "err", err)
		}
	}()
	context.AfterFunc(ctx, func() { _ = server.Close() })
	return server.Close, nil
}

// clear removes a socket that a hub left behind when it was killed.
func clear(ctx context.Context, path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("%s is in the way of the socket for \"hub admin\"; --admin chooses another place", path)
	}
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	nc, err := new(net.Dialer).DialContext(ctx, "unix", path)
	if err == nil {
		_ = nc.Close()
		return fmt.Errorf("another hub runs here: %s is in use; --data chooses another folder", path)
	}
	return os.Remove(path)
}

// listen makes the socket. It makes it in a folder that others cannot enter, and then moves it, so
// other users never have access.
func listen(ctx context.Context, path string) (net.Listener, error) {
	dir, err := os.MkdirTemp(filepath.Dir(path), ".a")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	made := filepath.Join(dir, "s")
	listener, err := new(net.ListenConfig).Listen(ctx, "unix", made)
	if err != nil {
		return nil, err
	}
	listener.(*net.UnixListener).SetUnlinkOnClose(false)
	err = os.Chmod(made, 0o600)
	if err == nil {
		err = os.Rename(made, path)
	}
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return &moved{listener, path}, nil
}

// moved is a listener whose socket was moved.
type moved struct {
	net.Listener
	path string
}

func (m *moved) Close() error {
	_ = os.Remove(m.path)
	return m.Listener.Close()
}

// handler answers commands: the body of a request is a JSON array of words.
type handler struct {
	hub Hub
	log *slog.Logger
}

func (a handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var words []string
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCommand))
	if err == nil {
		err = json.Unmarshal(body, &words)
	}
	if err != nil || r.Method != http.MethodPost {
		http.Error(w, "A command is expected here.", http.StatusBadRequest)
		return
	}
	answer, err := a.hub.Run(r.Context(), words)
	if err != nil {
		a.log.Warn("A command failed.", "command", logged(words), "err", err)
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	a.log.Info("A command was carried out.", "command", logged(words))
	_, _ = io.WriteString(w, answer)
}

// logged returns the words of a command for the log, which must not keep a deleted member's name.
func logged(words []string) []string {
	if len(words) > 2 && words[0] == "forget" {
		return words[:2]
	}
	return words
}

// absolute returns the words of a command with an absolute path for a backup: the hub runs in
// another folder.
func absolute(words []string) []string {
	if len(words) == 2 && words[0] == "backup" {
		if path, err := filepath.Abs(words[1]); err == nil {
			return []string{words[0], path}
		}
	}
	return words
}

// Send sends a command to the hub with the socket at path, and copies its answer.
func Send(ctx context.Context, path string, words []string, out io.Writer) error {
	body, err := json.Marshal(absolute(words))
	if err != nil {
		return err
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		ctx, cancel := context.WithTimeout(ctx, dialTime)
		defer cancel()
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}
	client := &http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://hub/", strings.NewReader(string(body)))
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	dialling := (*net.OpError)(nil)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("only the user of the hub may give it commands: %s cannot be opened", path)
	case errors.As(err, &dialling) && dialling.Op == "dial":
		return fmt.Errorf("no hub answers at %s; does it run, and with the same --data or --admin?", path)
	case err != nil:
		return fmt.Errorf("the hub stopped before it answered: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return fmt.Errorf("the hub stopped in the middle of its answer: %w", err)
	case response.StatusCode != http.StatusOK:
		return errors.New(strings.TrimSuffix(string(answer), "\n"))
	}
	_, err = out.Write(answer)
	return err
}
