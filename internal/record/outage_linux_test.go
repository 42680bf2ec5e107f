package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

func init() {
	children["outage"] = childOutage
	children["remount"] = childRemount
}

// player plays games by a keeper, as a window does, and hears its notices.
type player struct {
	k     *Keeper
	codes []string
}

func newPlayer(dir string) *player {
	p := &player{}
	p.k = Start(Config{Dir: dir}, func(n Notice) { p.codes = append(p.codes, n.String()) })
	return p
}

// play plays wonBySouth up to a number of plies, and waits until all of them are on the disk or
// kept for later.
func (p *player) play(id string, plies int) error {
	g, err := rules.ParseGame(wonBySouth)
	if err != nil {
		return err
	}
	m, err := match.New(g.Variant)
	if err != nil {
		return err
	}
	for _, h := range g.Plies[:min(plies, len(g.Plies))] {
		if _, err := m.Play(m.Position().ToMove(), h); err != nil {
			return err
		}
		p.k.SaveGame(match.Record{
			ID: id, Game: m.Game(), Result: m.Result(), Names: [2]string{"Ann", "Bo"}, Kinds: [2]string{match.KindPerson, match.KindRemote},
		})
	}
	_, err = wait(context.Background(), p.k, func(ctx context.Context, l *Ledger) (match.Record, error) {
		g, _, err := l.Game(ctx, id)
		return g, err
	})
	return err
}

// hear waits for the notice with that number, which has to have the words.
func (p *player) hear(n int, words string) error {
	for end := time.Now().Add(time.Minute); len(p.codes) < n; p.k.Poll() {
		if time.Now().After(end) {
			return fmt.Errorf("no notice %d %q", n, words)
		}
		time.Sleep(time.Millisecond)
	}
	if len(p.codes) != n || !strings.Contains(p.codes[n-1], words) {
		return fmt.Errorf("notices %q, want %q as number %d", p.codes, words, n)
	}
	return nil
}

// endings returns the endings of the games on the disk, not in a program's memory.
func endings(dir string, ids ...string) string {
	m := salvage(context.Background(), filepath.Join(dir, fileName))
	var list []string
	for _, id := range ids {
		if g, found := m.archive[id]; found {
			list = append(list, g.Result.Ending.String())
		} else {
			list = append(list, "missing")
		}
	}
	return strings.Join(list, " ")
}

// fillUp takes all room of the disk of dir, and returns the function that gives it back.
func fillUp(dir string) (empty func() error, err error) {
	path := filepath.Join(dir, "ballast")
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	for _, size := range []int{4096, 1} {
		for err == nil {
			_, err = f.Write(bytes.Repeat([]byte{1}, size))
		}
		if !errors.Is(err, syscall.ENOSPC) {
			return nil, err
		}
		err = nil
	}
	return func() error { return os.Remove(path) }, f.Close()
}

// childOutage plays while a real disk of 1 MB is full for a while, twice: outage DIR.
func childOutage(args []string) error {
	dir := args[0]
	if err := errors.Join(privateMounts(), mountSmall(dir, "1024")); err != nil {
		return err
	}
	p := newPlayer(dir)
	for round := range 2 {
		if err := p.outage(dir, fmt.Sprintf("s%d-", round), 2*round); err != nil {
			return fmt.Errorf("round %d: %v", round, err)
		}
	}
	return p.k.Close()
}

// outage plays three games: the disk fills in the middle of the first, and has room again after the
// second. told is the number of notices before.
func (p *player) outage(dir, series string, told int) error {
	if err := p.play(series+"1", 3); err != nil {
		return err
	}
	empty, err := fillUp(dir)
	if err != nil {
		return err
	}
	for n := 0; len(p.codes) == told; n++ { // the log may have room for some plies
		if err := errors.Join(p.play(fmt.Sprint(series, "room-", n), 99), p.play(series+"1", 99)); err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
		p.k.Poll()
	}
	if err := errors.Join(p.hear(told+1, "record.kept-later (record.disk-full)"), p.play(series+"2", 99)); err != nil {
		return err
	}
	if got := endings(dir, series+"2"); got != "missing" {
		return fmt.Errorf("on the full disk a game is %s", got)
	}
	if err := errors.Join(empty(), p.hear(told+2, "record.kept-again"), p.play(series+"3", 99)); err != nil {
		return err
	}
	if got := endings(dir, series+"1", series+"2"); got != "finished finished" {
		return fmt.Errorf("on the disk the games are %s", got)
	}
	return nil
}

// A disk that is full for part of a game, and for all of another, has all games once it has room
// again.
func TestDiskFullForAWhile(t *testing.T) {
	needMounts(t)
	runMounting(t, "outage", t.TempDir())
}

// childRemount plays while a disk is mounted for reading, and then for writing: remount DIR.
func childRemount(args []string) error {
	dir := args[0]
	if err := errors.Join(privateMounts(), mountSmall(dir, "1024")); err != nil {
		return err
	}
	if err := Open(context.Background(), Config{Dir: dir}).Close(); err != nil {
		return err
	}
	remount := func(flags uintptr) error {
		return os.NewSyscallError("remount", syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|flags, "size=1024k"))
	}
	if err := remount(syscall.MS_RDONLY); err != nil {
		return err
	}
	p := newPlayer(dir)
	if err := errors.Join(p.hear(1, "record.kept-later (record.read-only-disk"), p.play("s-1", 99)); err != nil {
		return err
	}
	if err := errors.Join(remount(0), p.hear(2, "record.kept-again")); err != nil {
		return err
	}
	if got := endings(dir, "s-1"); got != "finished" {
		return fmt.Errorf("the game on the disk is %s", got)
	}
	return nil
}

func TestDiskReadOnlyForAWhile(t *testing.T) {
	needMounts(t)
	runMounting(t, "remount", t.TempDir())
}
