package words

// netplaySentences are the sentences of package netplay. In most of them %s is the name of the
// other player.
var netplaySentences = table{
	// Before a game begins.
	"netplay.bad-invite": say("This invite is damaged: some of it is missing or was changed on the way. " +
		"Copy the whole of it once more."),
	"netplay.no-address":   say("Enter the address that the host's screen shows, such as 192.168.1.5:7000."),
	"netplay.bad-address":  say(`"%s" is not an address. Enter the one that the host's screen shows, such as 192.168.1.5:7000.`),
	"netplay.bad-port":     say(`"%s" is not a port. Enter a number from 1 to 65535, as in 192.168.1.5:7000.`),
	"netplay.no-chance":    say("This system gives no random numbers, and without them no game can begin."),
	"netplay.bad-bookmark": say("The kept game cannot be read, so it cannot be resumed. Begin another one."),
	"netplay.old-bookmark": say("This game was begun with a version of before the first release, and cannot go on. " +
		"Begin another one; all games that have ended are kept."),
	"netplay.no-connection": say("No connection to %s could be made. Check the address and your network, then try again."),
	"netplay.no-such-computer": say("There is no computer named %s. " +
		"Check the spelling, or use the numbers that the host's screen shows."),
	"netplay.no-lookup": say("The name %s could not be looked up. " +
		"Check your network, or use the numbers that the host's screen shows."),
	"netplay.refused":     say("No game is hosted at %s. Check the address, and that the host is waiting for a guest."),
	"netplay.unreachable": say("There is no way from this computer to %s. Check that both computers are on the same network."),
	"netplay.silent": say("Nothing answers at %s. " +
		"Check the address, and that no firewall stands between the two computers."),
	"netplay.no-answer": say("The program at %s does not answer like a mancala game. Check the address and the port."),
	"netplay.hung-up": say("The program at %s hung up before a game began. " +
		"Check the address and the port, then try again."),
	"netplay.stranger":     say("The program at %s is not a mancala program. Check the address and the port."),
	"netplay.stranger-web": say("The program at %s is a web server, not a mancala program. Check the address and the port."),
	"netplay.stranger-encrypted": say("The program at %s encrypts its connections, but is not a mancala program. " +
		"Check the address and the port."),
	"netplay.stranger-ssh": say("The program at %s is a remote login service, not a mancala program. " +
		"Check the address and the port."),
	"netplay.other-version": say("The mancala program at %s is a different version. " +
		"Install the same version on both computers."),

	// Encryption.
	"netplay.no-encryption": say("The mancala program at %s does not encrypt: it is older than this one, or was started with " +
		"--insecure. Ask the host to change that. If you trust the network in between, you can join with --insecure instead."),
	"netplay.hung-up-encrypting": say("The program at %s hung up instead of encrypting the connection. " +
		"Perhaps it is an older mancala program; then ask the host to install the new version. " +
		"Otherwise check the address and the port."),
	"netplay.encryption-failed": say("The connection to %s could not be encrypted: " +
		"the program there did not prove that it has the key it shows, or does not know TLS 1.3. " +
		"Install the same version on both computers."),
	"netplay.encryption-needed": say("This host encrypts its games. Join without --insecure."),
	"netplay.invite-encrypts":   say("An invite is for an encrypted game. Join without --insecure, or only by the address."),
	"netplay.series-encrypts":   say("The game against %s was encrypted from the start. Continue it without --insecure."),
	"netplay.key-changed": say("The host at %[1]s shows another key than before: %[3]s instead of %[2]s. " +
		"Perhaps mancala was reinstalled there. Perhaps someone in between pretends to be the host. " +
		"Ask the host for an invite, which settles it. " +
		"If you know why the key has changed, trust the new one with --trust-new-key."),
	"netplay.forged-invite": say("The program at %[1]s is not the host that this invite is from: it shows the key %[3]s instead of %[2]s. " +
		"Ask the host for a new invite."),
	"netplay.series-key": say("The program at %[1]s shows another key than the host of this game: %[3]s instead of %[2]s. " +
		"So it was sent nothing. The game goes on only with the host that has the old key. " +
		"If mancala was reinstalled there without its key, this game cannot go on; join afresh."),
	"netplay.no-own-key":   say("The key of this computer could not be read, and without it the club does not know who you are. Try again."),
	"netplay.no-key":       say("The key of this computer could not be read, and without it no game can be hosted. Try again."),
	"netplay.hosts-unread": say("The keys of known hosts could not be read, so the host cannot be checked. Try again."),
	"netplay.loopback-alone": say("%s is outside of this computer, and MANCALA_LOOPBACK is set, which keeps mancala inside. " +
		"Use an address such as 127.0.0.1:7000, or unset the variable."),

	// Meeting points.
	"netplay.bad-code":  say("This is not a code. A code has three parts, as in amber-fox-31, and comes before its meeting point: amber-fox-31@meet.example.org."),
	"netplay.code-word": say(`No code has the word "%s". Check the spelling, or ask the host to read the code out again.`),
	"netplay.code-alone": say("The code %[1]s needs its meeting point after it, as in %[1]s@meet.example.org. " +
		"The host's screen shows both."),
	"netplay.code-needed": say("To join through a meeting point, enter the whole code, as in amber-fox-31@meet.example.org. " +
		"Ask the host for it."),
	"netplay.no-point": say("The meeting point %s cannot be reached. Check its name and your network, and that mancala meet runs there."),
	"netplay.not-a-point": say("The program at %s is not a meeting point of mancala. Check the name and the port, " +
		"and that mancala meet runs there."),
	"netplay.via-encrypts":  say("Games through a meeting point are always encrypted. Host without --insecure."),
	"netplay.point-version": say("The meeting point %s runs another version. Install the same version there and on both computers."),
	"netplay.point-refuses": say("The meeting point %s refuses, for a reason that this version does not know."),
	"netplay.point-full":    say("The meeting point %s has no place left. Try again later, or use another one."),
	"netplay.point-busy":    say("Too many hosts wait at the meeting point %s from your address already."),
	"netplay.point-lost":    say("The line to the meeting point %s broke."),
	"netplay.no-such-code": say("No host waits under %[1]s at the meeting point %[2]s. A code that no one uses expires after ten minutes: " +
		"check the spelling, or ask the host for the code that their screen shows now."),
	"netplay.host-away": say("The host's line to the meeting point %s is down at the moment. Try again soon."),
	"netplay.host-busy": say("Too many guests wait for this host at the meeting point %s. Try again soon."),
	"netplay.host-late": say("The host did not answer through the meeting point %s. Ask whether their program still runs, then try again."),
	"netplay.asked-often": say("Too many unknown codes were tried at the meeting point %s from your address. " +
		"Wait for a minute, then check the code."),
	"netplay.wrong-code": say("The second half of the code is wrong. Ask the host to read the code out again: after three wrong tries " +
		"it is replaced by another one."),
	"netplay.code-over": say("This code no longer lets anyone in. Ask the host for the code that their screen shows now."),
	"netplay.other-code": say("The program that answered does not know the code, so it is not the host's, and nothing was sent to it. " +
		"Someone in between may pretend to be the host. Ask for a new code."),
	"netplay.code-cut":    say("The connection broke while the code was checked. Try again."),
	"netplay.code-burned": say("Someone guessed the code wrong three times, so it no longer works."),

	// Hosting.
	"netplay.no-hosting": say("This computer cannot host at %s. Try another port, such as 7001."),
	"netplay.usual-port-taken": say("Port %[1]s is taken by another program (on a Mac often by AirPlay). " +
		"Host at another port, such as %[2]s."),
	"netplay.port-taken":      say("Port %[1]s is taken by another program. Host at another port, such as %[2]s."),
	"netplay.port-forbidden":  say("This system does not let you host at port %[1]s. Host at a port above 1023, such as %[2]s."),
	"netplay.foreign-address": say("%[1]s is not an address of this computer. Host at :%[2]s to use all of its addresses."),
	"netplay.bad-listen": say(`It is not possible to host at "%s". ` +
		"Enter a port, such as :7000, or an address of this computer with a port."),

	// The router.
	"netplay.router-silent": say("The router does not open the port by itself. Guests on the same network can join. " +
		"Others can if you forward TCP port %s in the router's settings, or through a VPN such as Tailscale, by the address that you have there."),
	"netplay.router-refuses": say("The router refuses to open the port. Guests on the same network can join. " +
		"Others can if you allow it in the router's settings (UPnP or NAT-PMP) or forward TCP port %s there, " +
		"or through a VPN such as Tailscale, by the address that you have there."),
	"netplay.router-shared": say("Your router has no address of its own on the internet (it has %s), because your provider or a second router " +
		"stands before it, so an open port does not help. Guests on the same network can join, and others through a VPN such as Tailscale, " +
		"by the address that you have there."),
	"netplay.router-none":     say("This computer is not behind a router, so there is no port to open. Guests can join at the addresses that are shown."),
	"netplay.router-loopback": say("You host only for programs on this computer, so no router is asked."),

	// The host turns a guest away.
	"netplay.too-old": say("This program is older than the host's. Install the host's version, then join again."),
	"netplay.too-new": say("This program is newer than the host's. Ask the host to install your version."),
	"netplay.full":    say("This game is full: the host is already playing. Try again later."),
	"netplay.unknown-rules": say("The host plays by rules that this program does not know. " +
		"Install the host's version, or ask for other rules."),
	"netplay.name-refused": say("The host cannot use your name. Choose a shorter one, then join again."),
	"netplay.no-watchers":  say("The host's program does not let anyone watch a game. Join as a player instead."),
	"netplay.no-such-series": say("The host's program does not have this game. " +
		"Ask the host to continue it, or join again to begin another one."),
	"netplay.stale": say("The host's program kept too little of this game to go on with it. Join again to begin another one."),
	"netplay.history": say("This game went on differently at the host, with a copy of one of the two folders. " +
		"Join again to begin another one."),
	"netplay.set-aside":          say("The host has set this game aside. Ask the host to continue it."),
	"netplay.series-ended":       say("The host has ended this game. Join again to begin another one."),
	"netplay.turned-away":        say("The host turned you away without saying why. Ask the host, or try again later."),
	"netplay.turned-away-saying": say("The host turned you away and says: %s"),
	"netplay.broke-early":        say("The connection to %s broke before the game began. Connect again to play."),

	"netplay.invite-needed": say("The host lets in only those who have an invite. Ask the host for one."),
	"netplay.not-now":       say("The host did not let you in this time. Ask them, or try again later."),
	"netplay.barred":        say("The host does not let this address in. Ask them for a game in another way."),
	"netplay.try-later": count(
		"The last game from your address was left before it began. Try again in %d second.",
		"The last game from your address was left before it began. Try again in %d seconds.",
	),
	"netplay.watching-off": say("The host does not let anyone watch. Join as a player instead."),
	"netplay.too-many":     say("Too many others want to play with this host at the moment. Try again later."),

	// A coin toss.
	"netplay.toss-forged": say("%s's program cheated in the coin toss, so no game was begun. " +
		"Let the host decide who moves first, or play with someone else."),
	"netplay.toss-withheld": say("%s broke off the coin toss as soon as it was decided, so no game was begun."),
	"netplay.toss-doubted": say("%s's program says that this one cheated in the coin toss, so no game was begun. " +
		"Use the same version on both computers."),

	// The connection drops, and the game is kept.
	"netplay.dropped":            say("%s's connection dropped. The game goes on as soon as it is back."),
	"netplay.dropped-after":      say("%s's connection dropped. You can play again as soon as it is back."),
	"netplay.club-dropped":       say("Your connection to the club dropped. The game goes on as soon as it is back."),
	"netplay.club-dropped-after": say("Your connection to the club dropped. You can play again as soon as it is back."),
	"netplay.vanished": say("Nothing was heard from %s for half a minute. " +
		"The game goes on as soon as the connection is back."),
	"netplay.slow":          say("The connection is too slow, so it was closed."),
	"netplay.deaf":          say("%s's program does not read what is sent to it, so the connection was closed."),
	"netplay.goes-on":       say("%s The game goes on as soon as the connection is back."),
	"netplay.goes-on-after": say("%s You can play again as soon as the connection is back."),
	"netplay.closed-for-now": say("%[1]s closed the program. " +
		"The game is kept, and goes on as soon as %[1]s is back."),
	"netplay.left-for-now":   say("%[1]s left for now. The game is kept, and goes on as soon as %[1]s is back."),
	"netplay.kept":           say("The game against %[1]s was kept. It goes on as soon as %[1]s is there."),
	"netplay.host-set-aside": say("%[1]s has set this game aside. It is kept; agree with %[1]s when to continue it."),
	"netplay.remembered": count(
		"A move of yours was lost here. %[2]s's program remembered it, so it is on the board.",
		"%[1]d moves of yours were lost here. %[2]s's program remembered them, so they are on the board.",
	),
	"netplay.replaced":     say("Another program or device of yours has taken up this game. Go on there."),
	"netplay.club-gone":    say("The club no longer has this game for you: it is over, or another device of yours has taken it up."),
	"netplay.club-no-seat": say("This table is no longer there: it was closed, or its games are over."),

	// Watching.
	"netplay.gallery-full":       say("This game has as many watchers as the host allows. Try again later."),
	"netplay.players-apart":      say("The connection between %[1]s and %[2]s is down. The game goes on as soon as it is back."),
	"netplay.player-away":        say("%s is not connected. The game goes on as soon as they are back."),
	"netplay.club-watch-dropped": say("Your connection to the club dropped. You see the game again as soon as it is back."),
	"netplay.watch-dropped":      say("The connection to %s dropped. You see the game again as soon as it is back."),
	"netplay.watch-closed":       say("%[1]s closed the program. You see the game again as soon as %[1]s is back."),
	"netplay.watch-desync": say("This program and %s's do not agree about the board, so you cannot continue to watch. " +
		"Use the same version on both computers."),
	"netplay.stopped-watching": say("You stopped watching."),

	// The end of a series.
	"netplay.you-left":            say("You left the game."),
	"netplay.you-left-for-now":    say("You left the game. It is kept; continue it at any time."),
	"netplay.you-declined":        say("You did not accept the rules."),
	"netplay.stopped-connecting":  say("You stopped connecting."),
	"netplay.left":                say("%s left the game."),
	"netplay.closed":              say("%s closed the program."),
	"netplay.declined":            say("%s did not want to play by these rules."),
	"netplay.broke-at-start":      say("The connection to %s broke as soon as the game had begun."),
	"netplay.gave-way":            say("%s's connection dropped before their first move, and another guest wants to play."),
	"netplay.gave-way-idle":       say("%s made no first move in time, and another guest wants to play."),
	"netplay.you-removed":         say("You have sent %s away."),
	"netplay.you-removed-for-now": say("You have sent %s away. The game is kept; continue it at any time."),
	"netplay.removed":             say("%s does not want to go on playing."),
	"netplay.removed-for-now":     say("%[1]s does not want to go on playing now. The game is kept; agree with %[1]s when to continue it."),
	"netplay.host-ended":          say("%s has ended this game, so it has no winner. Join again to begin another one."),
	"netplay.club-ended":          say("The game was ended, so it has no winner."),
	"netplay.guest-ended":         say("%s has ended this game, so it has no winner."),
	"netplay.not-followed": say("%s's program could not follow the game and stopped it. " +
		"Use the same version on both computers."),
	"netplay.heard-nothing": say("%s's program heard nothing from here for too long and ended the game."),
	"netplay.rules-unknown-there": say("%s's program does not know these rules. " +
		"Choose others, or use the same version on both computers."),
	"netplay.lie-illegal": say("%s's program made a move that the rules do not allow, so the game was stopped."),
	"netplay.lie-forged": say("%s's program claims a move, an answer or a resignation of yours that you did not make, " +
		"so the game was stopped."),
	"netplay.lie-toss":    say("%s's program did not keep to the coin toss, so the game was stopped."),
	"netplay.lie-court":   say("%s's program decided something that only a club can decide, so the game was stopped."),
	"netplay.lie-clock":   say("The clocks that %s's program tells contradict each other, so the game was stopped."),
	"netplay.lie-history": say("%s's program has another history of this game, so the game was stopped."),
	"netplay.lie-unfair":  say("%s's program refuses a move that the rules allow, so the game was stopped."),
	"netplay.lie-kept":    say("%[1]s What the other program sent is kept as proof in %[2]s."),
	"netplay.accused": say("%s's program does not believe the moves that this one sent, so the game was stopped. " +
		"Perhaps a copy of this folder was played with."),
	"netplay.handed-back": count(
		"A move that this program had lost is back.",
		"%[1]d moves that this program had lost are back.",
	),
	"netplay.desync": say("This program and %s's do not agree about the board, " +
		"so the game was stopped without a winner. Use the same version on both computers."),
	"netplay.flood": say("%s's program sent far too much at once, so the connection was closed."),
	"netplay.nonsense": say("%s's program sent something that makes no sense here, so the game was stopped. " +
		"Use the same version on both computers."),
}
