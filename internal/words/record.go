package words

// recordSentences are the sentences of package record.
var recordSentences = table{
	// Failures and their causes. %s of the first four is one of the causes below.
	"record.unusable":   say("The games and top scores cannot be used. %s"),
	"record.not-kept":   say("New games and top scores cannot be saved, so they last only until this program ends. %s"),
	"record.kept-later": say("New games and top scores cannot be saved at the moment. The program keeps them until it ends, and tries again by itself. %s"),
	"record.trouble":    say("Something went wrong with the games and top scores. %s"),

	"record.disk-full":      say("The disk is full. Make room."),
	"record.busy":           say("Another program is using the files in %s. Close it."),
	"record.damaged":        say("The file in %s is damaged and could not be set aside. Move it away yourself."),
	"record.not-writable":   say("A file in %s cannot be written. Check its permissions."),
	"record.disk-error":     say("The disk reports an error in %s. Check the disk."),
	"record.newer":          say("A newer version of this program wrote the file in %s, which is left as it is. Install that version to see it."),
	"record.no-home":        say("The folder for games and top scores is unknown because no home folder is set. Name one with --data-dir."),
	"record.read-only-disk": say("%s is on a disk that cannot be written. Choose another folder with --data-dir."),
	"record.no-permission":  say("There is no permission to write in %s. Choose another folder with --data-dir."),
	"record.no-folder":      say("%s is not a folder. Choose another one with --data-dir."),
	"record.bad-folder":     say("%[1]s cannot be used (%[2]s). Choose another folder with --data-dir."),
	"record.too-long":       say("It took too long. Try again."),

	// After a kept-later.
	"record.kept-again": say("Games and top scores are saved again, with all that came in the meantime."),
	"record.elsewhere":  say("Another window or terminal has taken this game over. What is played here is not kept."),
	"record.lost":       say("Some games, top scores or settings could not be saved to the end, and are lost."),

	// Changes of the files.
	"record.afresh": say("The games and top scores were damaged and start afresh. The old file is kept in %s."),
	"record.rescued": say("The file of games and top scores was damaged. " +
		"Games that could be read: %[1]d; top scores: %[2]d. The damaged file is kept in %[3]s."),
	"record.empty": say("The file %[1]s was empty, so games and top scores start afresh. It is kept in %[2]s. " +
		"If you have a backup, close the program and type mancala restore FILE."),
	"record.not-whole": say("%s was changed by another program, or copied while it was written, so some of the newest games in it may be missing. " +
		"A file that mancala backup writes is always whole."),
	"record.was-open": say("Other users of this computer could read your games in %s, and take your seat in one that is not over. " +
		"They no longer can."),
	"record.open": say("Other users of this computer can read your games in %s, and take your seat in one that is not over. " +
		"That could not be changed. Check the permissions of the folder and its files."),
	"record.in-the-way":    say("A file was in the way of the game's own %[1]s. It is kept in %[2]s."),
	"record.evidence-lost": say("The proof that the other program lied could not be written to %s."),
	"record.not-closed":    say("The games and top scores could not be closed properly."),
	"record.slow-close": count(
		"The disk took longer than %d second, so the last game or top score may not have been saved.",
		"The disk took longer than %d seconds, so the last game or top score may not have been saved.",
	),
	"record.queue-full": say("The disk is too slow for the games and top scores. Try again in a moment."),
	"record.closed":     say("The games and top scores are closed."),
	"record.not-waited": say("The games and top scores did not answer in time."),

	// Backups.
	"record.backup-none":   say("There are no games in %s to back up."),
	"record.backup-exists": say("%s exists already. Choose another name, or replace it with --force."),
	"record.backup-itself": say("%s belongs to the games that are to be backed up. Choose another name."),
	"record.backup-folder": say("%[1]s is a folder. Name a file, such as %[2]s."),
	"record.backup-damaged": say("The games in %s are damaged, so no backup was made. Start mancala, which saves all that can be read; " +
		"then try again."),
	"record.copy-full":    say("There is no room for %s, so nothing was changed. Make room, or choose another disk."),
	"record.copy-failed":  say("%[1]s could not be written (%[2]s), so nothing was changed. Choose another place."),
	"record.copy-stopped": say("Stopped before the end, so nothing was changed."),

	"record.restore-missing":    say("There is no file %s."),
	"record.restore-no-file":    say("%s is not an ordinary file. Name a backup, or a copy of mancala.db."),
	"record.restore-unreadable": say("%[1]s could not be read (%[2]s), so nothing was changed. Check its permissions."),
	"record.restore-empty":      say("%s is empty, so nothing was changed. Name another backup."),
	"record.restore-damaged":    say("%s is damaged, or is not a backup of this program, so nothing was changed. Name another backup."),
	"record.restore-newer":      say("A newer version of this program wrote %s. Install that version to restore it."),
	"record.restore-itself":     say("%s is the file in use. Name a backup."),
	"record.restore-running":    say("Another program uses the games in %s, so nothing was changed. Close it, and restore again."),
	"record.restore-key":        say("The games are restored, but the key of this computer could not be written. %s"),

	// The storage of a page in a browser.
	"record.storage-denied": say("This browser keeps no data for the page, so games, top scores and settings last only until the page is closed. " +
		"Allow the page to keep data, or leave the private window."),
	"record.storage-full": say("The browser has no room left for this page, so new games, top scores and settings last only until it is closed. " +
		"Delete games: the rest is then saved by itself."),
	"record.storage-newer": say("A newer version of this page keeps the games in this browser, and they are left as they are. " +
		"Load the page again to get that version."),
	"record.storage-cut": count(
		"The browser had no room left for this page, so %d old finished game was deleted. Top scores were not.",
		"The browser had no room left for this page, so the %d oldest finished games were deleted. Top scores were not.",
	),

	// The key of this installation. %s of the first is one of the next two, or one of the causes
	// above.
	"record.key-not-kept": say("The key by which guests recognise this computer lasts only until this program ends. %s"),
	"record.key-not-file": say("%s is not an ordinary file. Move it away."),
	"record.key-damaged":  say("%s does not contain a key, and is left as it is. Move it away, and a new key is made."),
	"record.key-was-open": say("Other users of this computer could read the key of this program in %s. They no longer can."),
	"record.key-open": say("Other users of this computer can read the key of this program in %s, and that could not be changed. " +
		"Check the permissions of the file."),

	// Refusals.
	"record.bad-game":        say("This game cannot be kept. %s"),
	"record.bad-series":      say("This series cannot be kept. %s"),
	"record.bad-score":       say("This score cannot be kept. %s"),
	"record.bad-opponent":    say("The other player's name cannot be kept. %s"),
	"record.bad-seeds":       say("A score of %[1]d seeds is impossible in a game of %[2]d."),
	"record.bad-margin":      say("A margin of %[1]d is impossible with %[2]d of %[3]d seeds."),
	"record.bad-turns":       say("%[1]d turns are impossible in this game; the most is %[2]d."),
	"record.bad-year":        say("The year %d is out of range. Check the clock of this computer."),
	"record.no-name":         say("A name is needed. Type at least one letter."),
	"record.unreadable-name": say("That name is not readable text. Type another one."),
	"record.long-name":       say("That name is too long. Use at most %d characters."),
	"record.bad-character":   say("The character %U cannot be used in a name. Leave it out."),
}
