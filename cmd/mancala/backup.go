package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mancala/internal/record"
	"mancala/internal/words"
)

// backupOptions are the options of the commands mancala backup and mancala restore.
type backupOptions struct {
	dir   string
	force bool
}

// newBackup returns the command that copies everything that is kept to a file.
func newBackup() *cobra.Command {
	var o backupOptions
	cmd := newFileCommand("backup [options] FILE", &o, func(cmd *cobra.Command, file string) error {
		stderr := cmd.ErrOrStderr()
		games, err := record.Backup(cmd.Context(), record.Config{Dir: o.dir}, file, o.force, copyProgress(stderr))
		clearProgress(stderr)
		if err != nil {
			return err
		}
		return printTo(cmd.OutOrStdout(), words.N("%[2]s has your %[1]d game, and all else that is kept.",
			"%[2]s has your %[1]d games, and all else that is kept.", games, games, file)+"\n"+
			words.T("It also has the secrets of this computer, so show it to no one.")+"\n")
	})
	cmd.Short = words.T("copy your games, scores, settings and key to a file")
	cmd.Long = blocks(
		words.T("Copies everything that is kept to FILE, while other programs may go on playing: games, top scores, settings, series that can be "+
			"resumed, puzzles, known hosts, and the key by which hosts and clubs recognise this computer. mancala restore brings it back."),
		words.T("FILE holds that key and the secrets of your network games, so only you may read it: guard it, and show it to no one. "+
			"Not in it are endgame tables, which are computed again, the folder evidence with proofs of lies, and damaged files that were set aside."),
	)
	cmd.Example = rows("mancala backup mancala-backup.db", words.T("everything that is kept, in one file"))
	fs := flagsOf(cmd)
	fs.text(&o.dir, "data-dir", "", "DIR", words.T("read what is kept in DIR instead of the usual folder"))
	fs.yes(&o.force, "force", words.T("replace FILE if it exists"))
	return cmd
}

// newRestore returns the command that brings a backup back.
func newRestore() *cobra.Command {
	var o backupOptions
	cmd := newFileCommand("restore [options] FILE", &o, func(cmd *cobra.Command, file string) error {
		stderr := cmd.ErrOrStderr()
		r, err := record.Restore(cmd.Context(), record.Config{Dir: o.dir}, file, copyProgress(stderr))
		clearProgress(stderr)
		if r.Placed {
			err = errors.Join(printTo(cmd.OutOrStdout(), restoredText(file, r)), err)
		}
		return err
	})
	cmd.Short = words.T("bring back a backup, or a copy of mancala.db")
	cmd.Long = blocks(
		words.T("Puts the games, scores and settings of FILE in the place of those in use, which are kept beside them under another name. "+
			"FILE is one that mancala backup made, or any copy of mancala.db, and stays as it is. Close mancala first, in every window and terminal."),
		words.T("With a backup comes its key, so hosts and clubs recognise this computer as the one where the backup was made. "+
			"Play with one of the two computers only."),
	)
	cmd.Example = rows("mancala restore mancala-backup.db", words.T("play on with the games of that backup"))
	flagsOf(cmd).text(&o.dir, "data-dir", "", "DIR", words.T("restore to DIR instead of the usual folder"))
	return cmd
}

// restoredText describes a restored backup, and names the files that it replaced.
func restoredText(file string, r record.Restored) string {
	text := words.N("%[1]d game from %[2]s is back.", "%[1]d games from %[2]s are back.", r.Games, r.Games, file) + "\n"
	if !r.Whole {
		text += words.T("That file was copied while it was written, so some of its newest games may be missing.") + "\n"
	}
	if r.Key {
		text += words.T("The key of this computer is that of the backup now: play with one of the two computers only.") + "\n"
	}
	for _, path := range r.Former {
		text += words.T("What was here before is kept in %s.", path) + "\n"
	}
	return text
}

// newFileCommand returns a command that does one thing with one file.
func newFileCommand(use string, o *backupOptions, do func(cmd *cobra.Command, file string) error) *cobra.Command {
	cmd := newCommand(use, func(cmd *cobra.Command, args []string) int {
		if err := checkDataDir(cmd.Flags(), o.dir); err != nil {
			return usageError(cmd, err)
		}
		switch {
		case len(args) > 1:
			return usageError(cmd, notUnderstood(cmd.Name(), args[1]))
		case len(args) == 0 || args[0] == "":
			return usageError(cmd, words.Errorf("%s needs the name of a file.", cmd.Name()))
		}
		err := do(cmd, args[0])
		switch {
		case err == nil:
			return exitOK
		case cmd.Context().Err() != nil:
			_ = failure(cmd.ErrOrStderr(), err)
			return exitInterrupted
		}
		return failure(cmd.ErrOrStderr(), err)
	})
	cmd.ValidArgsFunction = nil // the shell offers files
	return cmd
}

// copyProgress returns a function that shows on a terminal how much of a database is copied.
func copyProgress(stderr io.Writer) func(done, total int) {
	if !onScreen(stderr) {
		return func(int, int) {}
	}
	return func(done, total int) {
		showProgress(stderr, fmt.Sprintf("%3d %%  ", 100*done/max(total, 1))+words.T("copied; then all of it is checked ..."))
	}
}
