// Package backup copies the data of a running club into a folder, and restores a club from such a
// folder.
//
// A backup has the record with all games, and the buckets with the members and the club's key, by
// which members' programs recognize the club. So a backup is secret. It has no unfinished games.
package backup

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"mancala/hub/bus"
	"mancala/hub/record"
)

// The files of a backup, beside the record.
const (
	aboutName   = "backup.json"
	bucketsName = "buckets.jsonl"
)

// format is the version of the files; a newer one is refused.
const format = 1

// Club is the club that is copied or restored.
type Club struct {
	Bus    bus.Bus        // [Buckets] of it are copied
	Record *record.Record // of this node
}

// Buckets are the names of the copied buckets, the lasting ones. Running tables and games are not
// copied.
var Buckets = []string{"certificates", "keys", "names", "notices", record.PlayersBucket, "reports", "secrets"}

// about describes a backup.
type about struct {
	Format  int       `json:"format"`
	Made    time.Time `json:"made"`
	Node    string    `json:"node"`
	Entries int       `json:"entries"`
}

// entry is a line of the file of buckets.
type entry struct {
	Bucket string `json:"bucket"`
	Key    string `json:"key"`
	Data   []byte `json:"data"`
}

// Make writes a backup to a new folder. If it fails, it leaves no folder.
func (c Club) Make(ctx context.Context, dir string) (err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return err
	}
	unfinished := dir + ".unfinished"
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already; a backup needs a new folder", dir)
	}
	if err := os.Mkdir(unfinished, 0o700); err != nil {
		return fmt.Errorf("the folder of the backup cannot be made: %w", err)
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(unfinished)
		}
	}()
	if err := c.Record.Backup(ctx, filepath.Join(unfinished, record.FileName)); err != nil {
		return err
	}
	count, err := c.writeBuckets(ctx, filepath.Join(unfinished, bucketsName))
	if err != nil {
		return err
	}
	err = writeFile(filepath.Join(unfinished, aboutName), func(out io.Writer) error {
		return json.NewEncoder(out).Encode(about{format, time.Now().UTC(), c.Bus.Node(), count})
	})
	if err != nil {
		return err
	}
	return os.Rename(unfinished, dir)
}

// present returns a bucket and its present entries.
func (c Club) present(ctx context.Context, name string) (bus.Bucket, []bus.Entry, error) {
	b, err := c.Bus.Bucket(ctx, name, 0)
	if err != nil {
		return nil, nil, err
	}
	list, err := bus.Present(ctx, b)
	return b, list, err
}

// writeBuckets writes the present entries of the buckets, and returns how many.
func (c Club) writeBuckets(ctx context.Context, path string) (count int, err error) {
	err = writeFile(path, func(out io.Writer) error {
		encoder := json.NewEncoder(out)
		for _, name := range Buckets {
			_, list, err := c.present(ctx, name)
			if err != nil {
				return err
			}
			for _, e := range list {
				if err := encoder.Encode(entry{name, e.Key, e.Data}); err != nil {
					return err
				}
			}
			count += len(list)
		}
		return nil
	})
	return count, err
}

// Restore fills the bus of a club, and the folder data of a hub without a record, from a backup. It
// refuses a bus whose buckets are not empty. It calls progress now and then with the amount done.
// Then the hub can start; other nodes get everything from the bus. Restore does not use the club's
// record.
func (c Club) Restore(ctx context.Context, dir, data string, progress func(string)) error {
	if err := checkBackup(dir); err != nil {
		return err
	}
	buckets := map[string]bus.Bucket{}
	for _, name := range Buckets {
		b, list, err := c.present(ctx, name)
		if err != nil {
			return err
		}
		if buckets[name] = b; len(list) > 0 {
			return fmt.Errorf("the bus is not empty (it has %s in %s); a backup is restored to an empty one", list[0].Key, name)
		}
	}
	if err := copyRecord(dir, data); err != nil {
		return err
	}
	r, err := record.View(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	if err := restoreGames(ctx, r, c.Bus, progress); err != nil {
		return err
	}
	return restoreBuckets(ctx, filepath.Join(dir, bucketsName), buckets, progress)
}

func checkBackup(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, aboutName))
	if err != nil {
		return fmt.Errorf("%s is not a backup: %w", dir, err)
	}
	var a about
	if err := json.Unmarshal(text, &a); err != nil || a.Format < 1 {
		return fmt.Errorf("%s is not a backup: %s cannot be read", dir, aboutName)
	}
	if a.Format > format {
		return fmt.Errorf("%s was made by a newer hub; restore it with that one", dir)
	}
	return nil
}

// copyRecord copies the record into the folder of a hub without one.
func copyRecord(dir, data string) error {
	if err := os.MkdirAll(data, 0o700); err != nil {
		return err
	}
	err := copyFile(filepath.Join(dir, record.FileName), filepath.Join(data, record.FileName))
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("there is a record in %s already; move it away before a backup is restored: %w", data, err)
	}
	return err
}

// restoreGames appends the games to the log.
func restoreGames(ctx context.Context, r *record.Record, b bus.Bus, progress func(string)) error {
	log, err := b.Log(ctx, record.LogName)
	if err != nil {
		return err
	}
	told, count := 0, 0
	err = r.Events(ctx, func(data []byte, games int) error {
		if games >= told+tellEvery {
			told = games
			progress(fmt.Sprintf("games: %d", games))
		}
		_, err := log.Append(ctx, data)
		count = games
		return err
	})
	progress(fmt.Sprintf("games: %d", count))
	return err
}

// tellEvery is after how many games or entries progress is called.
const tellEvery = 50_000

// atOnce is how many entries are created at the same time: each waits for the bus.
const atOnce = 64

// restoreBuckets creates the entries of the buckets.
func restoreBuckets(ctx context.Context, path string, buckets map[string]bus.Bucket, progress func(string)) (err error) {
	creating, ctx := errgroup.WithContext(ctx)
	creating.SetLimit(atOnce)
	defer func() { err = errors.Join(err, creating.Wait()) }()
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	count, decoder := 0, json.NewDecoder(bufio.NewReader(f))
	for {
		var e entry
		if err := decoder.Decode(&e); errors.Is(err, io.EOF) {
			progress(fmt.Sprintf("entries: %d", count))
			return nil
		} else if ctx.Err() != nil {
			return nil // an entry could not be restored
		} else if err != nil {
			return fmt.Errorf("%s is damaged: %w", path, err)
		}
		b := buckets[e.Bucket]
		if b == nil {
			return fmt.Errorf("%s is damaged: there is no bucket %q", path, e.Bucket)
		}
		creating.Go(func() error {
			if _, err := b.Create(ctx, e.Key, e.Data); err != nil {
				return fmt.Errorf("%s in %s cannot be restored: %w", e.Key, e.Bucket, err)
			}
			return nil
		})
		if count++; count%tellEvery == 0 {
			progress(fmt.Sprintf("entries: %d", count))
		}
	}
}

// copyFile copies a file to a new one for this user only.
func copyFile(from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	return writeFile(to, func(out io.Writer) error {
		_, err := io.Copy(out, f)
		return err
	})
}

// writeFile makes a new file for this user only, calls write with it, and waits until the disk has
// it.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(f)
	if err = write(out); err == nil {
		err = out.Flush()
	}
	return errors.Join(err, f.Sync(), f.Close())
}
