package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

func init() {
	children["limit"] = childLimit
	children["mount"] = childMount
	children["small"] = childSmall
	children["smallcopies"] = childSmallCopies
	children["readonly"] = childReadOnly
	children["become"] = childBecome
	children["stranger"] = childStranger
}

// fill adds scores until one is not kept, and checks that none is lost before. It returns the
// number kept until then, the most that can be on the disk once the ledger is closed, and whether
// all of those must be there.
func fill(dir string) (kept, most int, all bool, notice Notice, err error) {
	l := Open(context.Background(), Config{Dir: dir})
	notices := l.Notices()
	for ; len(notices) == 0; kept++ {
		if kept > 20_000 {
			return kept, 0, false, notice, fmt.Errorf("the disk never fills")
		}
		if _, err := l.Add(context.Background(), score(fmt.Sprint("g", kept), 30, 1+kept%100)); err != nil {
			return kept, 0, false, notice, err
		}
		notices = l.Notices()
	}
	most, kept = kept+1, max(0, kept-1)
	if _, err := l.Add(context.Background(), score("memory", 48, 1)); err != nil {
		return kept, 0, false, notice, err
	}
	list, err := l.Top(context.Background(), score("", 25, 1).Variant, 2)
	if err != nil || len(list) == 0 || list[0].GameID != "memory" || kept > 0 && list[1].GameID != "g0" {
		return kept, 0, false, notice, fmt.Errorf("Top = %q, %v", ids(list), err)
	}
	if len(notices) != 1 {
		return kept, 0, false, notice, fmt.Errorf("notices: %v", notices)
	}
	err = l.Close()
	last := l.Notices()
	return kept, most, len(last) == 1 && last[0].Code == "record.kept-again", notices[0], err
}

// childLimit fills a folder whose files may not exceed a size: limit DIR BYTES. It prints the least
// and the greatest possible number of saved scores.
func childLimit(args []string) error {
	size, err := strconv.ParseUint(args[1], 10, 64)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size}); err != nil {
		return err
	}
	kept, most, all, notice, err := fill(args[0])
	if err != nil {
		return fmt.Errorf("%d bytes: %v", size, err)
	}
	if !strings.Contains(notice.String(), "record.kept-later") {
		return fmt.Errorf("%v", notice)
	}
	if all {
		kept = most
	}
	fmt.Print(kept, most)
	return nil
}

// Writing fails at every possible place of a session: the program never crashes, and the data that
// it had saved is there.
func TestWritesFailAtAnySize(t *testing.T) {
	for _, size := range []int{0, 100, 4096, 5000, 16384, 32767, 40000, 70000, 200_000} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			out := need.Must(child(t, "limit", dir, strconv.Itoa(size)).Output())(t)
			var least, most int
			need.Must(fmt.Sscan(string(out), &least, &most))(t)
			open(t, dir) // and no notice
			if all, _ := countScores(t, dir); all < least || all > most {
				t.Errorf("%d rows on the disk, want %d to %d", all, least, most)
			}
		})
	}
}

// mounts allows a child to mount a disk that only it sees.
var mounts = syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}

// needMounts skips a test that mounts a disk if the system does not allow that.
func needMounts(t *testing.T) {
	t.Helper()
	cmd := child(t, "mount", t.TempDir())
	cmd.SysProcAttr = &mounts
	need.Met(t, "the right to mount a disk (CAP_SYS_ADMIN, and / a mount point)", tried(cmd))
}

// runMounting runs a child that mounts a disk that only it sees.
func runMounting(t *testing.T, role string, args ...string) {
	t.Helper()
	cmd := child(t, role, args...)
	cmd.SysProcAttr = &mounts
	need.NoError(t, cmd.Run())
}

// tried runs a child that only tries something out, and returns its reason why that is impossible.
func tried(cmd *exec.Cmd) error {
	var words strings.Builder
	cmd.Stderr = &words
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && words.Len() > 0 {
		return errors.New(strings.TrimSpace(strings.TrimPrefix(words.String(), "child: ")))
	}
	// The child did not start; its path is another one each time.
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return fmt.Errorf("%s: %w", path.Op, path.Err)
	}
	return err
}

// childMount tries to mount a disk: mount DIR.
func childMount(args []string) error {
	if err := privateMounts(); err != nil {
		return err
	}
	return mountSmall(args[0], "16")
}

// privateMounts keeps the mounts of this process from the rest of the system.
func privateMounts() error {
	return os.NewSyscallError("mount / private", syscall.Mount("none", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""))
}

func mountSmall(dir, kibibytes string) error {
	return os.NewSyscallError("mount", syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+kibibytes+"k"))
}

// childSmall fills a real disk of that size: small DIR KIBIBYTES.
func childSmall(args []string) error {
	if err := privateMounts(); err != nil {
		return err
	}
	if err := mountSmall(args[0], args[1]); err != nil {
		return err
	}
	kept, _, _, notice, err := fill(args[0])
	if err != nil {
		return fmt.Errorf("%s KiB: %v", args[1], err)
	}
	if !strings.Contains(notice.String(), "record.disk-full") {
		return fmt.Errorf("%s KiB: %v", args[1], notice)
	}
	if kept > 0 {
		return readBack(args[0], kept)
	}
	return nil
}

// readBack opens a folder again and counts the kept scores.
func readBack(dir string, want int) error {
	m := salvage(context.Background(), filepath.Join(dir, fileName))
	if len(m.scores) < want {
		return fmt.Errorf("%d scores are left of %d", len(m.scores), want)
	}
	return nil
}

func TestSmallDisk(t *testing.T) {
	needMounts(t)
	for _, size := range []int{4, 8, 16, 32, 40, 48, 64, 72, 80, 96, 128, 512} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			runMounting(t, "small", t.TempDir(), strconv.Itoa(size))
		})
	}
}

// childReadOnly looks at a folder on a disk that is mounted for reading: readonly DIR.
func childReadOnly(args []string) error {
	if err := privateMounts(); err != nil {
		return err
	}
	dir := args[0]
	if err := syscall.Mount(dir, dir, "", syscall.MS_BIND, ""); err != nil {
		return err
	}
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, ""); err != nil {
		return err
	}
	l := Open(context.Background(), Config{Dir: dir})
	n := l.Notices()
	if len(n) != 1 || !strings.Contains(n[0].String(), "record.read-only-disk") {
		return fmt.Errorf("notices: %v", n)
	}
	if added, err := l.Add(context.Background(), score("new", 48, 1)); !added || err != nil {
		return fmt.Errorf("Add = %v, %v", added, err)
	}
	list, err := l.Top(context.Background(), score("", 25, 1).Variant, 5)
	if err != nil || ids(list) != "new old" {
		return fmt.Errorf("Top = %q, %v", ids(list), err)
	}
	return nil
}

func TestReadOnlyDisk(t *testing.T) {
	needMounts(t)
	runMounting(t, "readonly", closed(t, score("old", 30, 10)))
}

// becomeStranger drops the rights of root.
func becomeStranger() error {
	if os.Getuid() != 0 {
		return nil
	}
	if err := os.NewSyscallError("setgid", syscall.Setgid(65534)); err != nil {
		return err
	}
	return os.NewSyscallError("setuid", syscall.Setuid(65534))
}

// childBecome tries to drop the rights of root.
func childBecome([]string) error {
	return becomeStranger()
}

// childStranger uses a folder as a user without rights: stranger DIR IDS WORDS, where IDS are the
// best games in the end and WORDS stand in the notice.
func childStranger(args []string) error {
	if err := becomeStranger(); err != nil {
		return err
	}
	l := Open(context.Background(), Config{Dir: args[0]})
	if n := l.Notices(); len(n) != 1 || !strings.Contains(n[0].String(), args[2]) || !strings.Contains(n[0].String(), args[0]) {
		return fmt.Errorf("notices: %v", n)
	}
	if added, err := l.Add(context.Background(), score("new", 48, 1)); !added || err != nil {
		return fmt.Errorf("Add = %v, %v", added, err)
	}
	list, err := l.Top(context.Background(), score("", 25, 1).Variant, 5)
	if err != nil || ids(list) != args[1] {
		return fmt.Errorf("Top = %q, %v", ids(list), err)
	}
	return nil
}

func TestNoPermission(t *testing.T) {
	need.Met(t, "the right to become another user (CAP_SETUID and CAP_SETGID)", tried(child(t, "become")))
	const noFolder, noFile = "record.no-permission", "record.not-writable"
	tests := []struct {
		name           string
		dir, db, lock  os.FileMode
		visible, words string
	}{
		{"folder for reading", 0o555, 0o444, 0o444, "new old", noFolder},
		{"folder closed", 0o000, 0o666, 0o666, "new", noFolder},
		{"database for reading", 0o777, 0o444, 0o666, "new old", noFile},
		{"database closed", 0o777, 0o000, 0o666, "new", noFile},
		{"lock for reading", 0o777, 0o666, 0o444, "new old", noFile},
		{"lock closed", 0o777, 0o666, 0o000, "new old", noFile},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := closed(t, score("old", 30, 10))
			before := readFile(t, filepath.Join(dir, fileName))
			t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
			for _, change := range []struct {
				path string
				mode os.FileMode
			}{
				{filepath.Join(dir, fileName), tt.db},
				{filepath.Join(dir, lockName), tt.lock},
				{dir, tt.dir},
				{filepath.Dir(dir), 0o755},
			} {
				need.NoError(t, os.Chmod(change.path, change.mode))
			}
			need.NoError(t, child(t, "stranger", dir, tt.visible, tt.words).Run())
			if os.Getuid() == 0 && !bytes.Equal(readFile(t, filepath.Join(dir, fileName)), before) {
				t.Error("the database was changed")
			}
		})
	}
}

// If another user owns the files and lets everyone use them, a notice is all that can be done.
func TestFilesOfAnotherUser(t *testing.T) {
	need.Met(t, "the right to become another user (CAP_SETUID and CAP_SETGID)", tried(child(t, "become")))
	if os.Getuid() != 0 {
		need.Met(t, "two users", errors.New("this is the only one"))
	}
	dir := closed(t, score("old", 30, 10))
	for path, mode := range map[string]os.FileMode{
		filepath.Join(dir, fileName): 0o666, filepath.Join(dir, lockName): 0o666, dir: 0o777, filepath.Dir(dir): 0o755,
	} {
		need.NoError(t, os.Chmod(path, mode))
	}
	need.NoError(t, child(t, "stranger", dir, "new old", "record.open").Run())
}

// childSmallCopies makes a backup to a full disk, and restores one to a full disk: smallcopies DIR
// SMALL BACKUP. Nothing is changed, and nothing left behind.
func childSmallCopies(args []string) error {
	dir, small, backup := args[0], args[1], args[2]
	if err := errors.Join(privateMounts(), mountSmall(small, "400")); err != nil {
		return err
	}
	ctx := context.Background()
	_, err := Backup(ctx, Config{Dir: dir}, filepath.Join(small, "b.db"), false, func(int, int) {})
	if n := (*rules.Note)(nil); !errors.As(err, &n) || n.Code != "record.copy-full" {
		return fmt.Errorf("the backup ended with %v", err)
	}
	if left, _ := os.ReadDir(small); len(left) > 0 {
		return fmt.Errorf("the backup left %v", left)
	}
	l := Open(ctx, Config{Dir: small})
	if _, err := l.Add(ctx, score("kept", 30, 10)); err != nil {
		return err
	}
	if err := l.Close(); err != nil {
		return err
	}
	before, _ := os.ReadDir(small)
	_, err = Restore(ctx, Config{Dir: small}, backup, func(int, int) {})
	if n := (*rules.Note)(nil); !errors.As(err, &n) || n.Code != "record.copy-full" {
		return fmt.Errorf("the restoring ended with %v", err)
	}
	if after, _ := os.ReadDir(small); len(after) != len(before) {
		return fmt.Errorf("there was %v, and is %v", before, after)
	}
	return readBack(small, 1)
}

func TestCopiesOnAFullDisk(t *testing.T) {
	needMounts(t)
	dir, backup := archived(t, 3000), filepath.Join(t.TempDir(), "b.db")
	need.Must(Backup(t.Context(), Config{Dir: dir}, backup, false, func(int, int) {}))(t)
	runMounting(t, "smallcopies", dir, t.TempDir(), backup)
}
