package info

import (
	"mancala/menus/page"
	"mancala/rules"
	"mancala/words"
)

// helpSection is one page of the help.
type helpSection struct {
	title  words.Msg
	blocks []helpBlock
}

// helpBlock is a paragraph, a heading, an item of a list, or a small board with a caption.
type helpBlock struct {
	kind blockKind
	text words.Msg
	// keys are lists of keys.
	keys []page.KeyList
	// board is the text form of a position, and house the house that South would play, for a board.
	board string
	house rules.House
}

type blockKind uint8

const (
	paragraph blockKind = iota
	heading
	item
	picture
	keyList    // keys with their effects
	everywhere // the same for the keys of all screens
	players    // the available computer players with their descriptions
)

var helpSections = []helpSection{
	{words.Msg("The game"), []helpBlock{
		{text: words.Msg("Mancala is a family of games in which seeds are sown around a board. This one is Kalah: two players, " +
			"two rows of six houses, a store at each end. The row at the bottom is yours, and so is the store on the right. " +
			"Whoever has more seeds in their store at the end wins.")},
		{
			kind: picture, board: "kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south", house: 3,
			text: words.Msg("Your move: take all seeds of one of your houses and sow them counter-clockwise, one into each pit. House 3 ends in your store."),
		},
		{kind: item, text: words.Msg("A move goes through your houses, your store and the other's houses. It skips the other's store.")},
		{kind: item, text: words.Msg("The last seed in your own store: you move again.")},
		{
			kind: picture, board: "kalah(6,4) <6,14,18,3,1,0,0,2,2,0,1,5,0,1,1> south", house: 1,
			text: words.Msg("The last seed in an empty house of your own, with seeds opposite: both go into your store. Here, house 1 captures 5 and 1."),
		},
		{kind: item, text: words.Msg("When one row is empty after a move, the game ends. Seeds left in the other row go to its owner.")},
		{text: words.Msg("The host may choose other rule sets. What differs is shown before you agree to play by them.")},
		{kind: heading, text: words.Msg("Empty capture")},
		{text: words.Msg("As Kalah, but the last seed in an empty house of your own goes into your store even when nothing lies opposite.")},
		{kind: heading, text: words.Msg("Video Mancala")},
		{text: words.Msg("As Empty capture, but the game ends when the player to move has no seeds, or as soon as one store holds more than half of all seeds.")},
		{kind: heading, text: words.Msg("Bowls")},
		{text: words.Msg("Sowing drops a seed into both stores and earns no extra turn. The last seed in any empty house captures what lies " +
			"opposite and stays where it is. Seeds left in the houses do not count.")},
	}},
	{words.Msg("Playing"), []helpBlock{
		{text: words.Msg("Click a house of your row to sow it, or press its number. Before you do, hover over it: faint numbers show where its " +
			"seeds would fall and a word says what would come of it. The glow and the bar at the bottom tell whose turn it is.")},
		{text: words.Msg("While a move is shown, any key or click shows its end at once. When the game is over, both may agree to play another; " +
			"the other one then moves first.")},
		{text: words.Msg("Against the computer, and at one keyboard, Undo takes moves back, as many as you like; against the computer it goes " +
			"back to your own last decision. The log beside the board tells what happened, the newest first. It can be copied, " +
			"and From a text in My games reads it back.")},
		{kind: heading, text: words.Msg("Nothing is lost")},
		{text: words.Msg("Every game is kept from its first move on. Leave one whenever you like, or lose the power: Continue in the main menu " +
			"takes up the one that was left last. My games lists all of them; open one to see it again move by move, to review " +
			"it, to play on from any move, to copy or to delete it. Figures shows how many you have won, by opponent.")},
		{kind: heading, text: words.Msg("With someone on another computer")},
		{text: words.Msg("Undo asks the other one to take back your last decision with all that followed; you may ask three times. Below the " +
			"board stands what is asked, with the buttons to answer it. Talk (key T) sends a line of up to 280 letters or one of four " +
			"ready ones; Escape goes back to the board. Mute hides what the other one says. A wish for another game can be " +
			"withdrawn until both have it.")},
		{kind: heading, text: words.Msg("Hints and the evaluation bar")},
		{text: words.Msg("With both players at this computer, Hint (key H) rings the best house and says at the bottom what it leads to. “Wins by " +
			"6” is worked out to the end: with best play on both sides the store ends 6 seeds ahead of the other one. “About +2” is an " +
			"estimate, which looks only some moves ahead. A hint gets better for about two seconds; play whenever you like.")},
		{text: words.Msg("The evaluation bar (key V) says after each move who is ahead, and fills towards their store. While it is " +
			"being worked out, it shows the earlier value in grey. It is off until you switch it on. In a network game " +
			"there are no hints and no bar.")},
		{kind: heading, text: words.Msg("Review")},
		{text: words.Msg("After a game, Review goes through it move by move: what each position was worth, which house was best, and what the " +
			"move cost in seeds. Solid points in the graph and plain numbers are known exactly; hollow points and “about” are " +
			"estimates. It is worked out from the end backwards while you look. A game at this computer can be reviewed at any time, " +
			"and so can one opened from text. Play on from here begins a new game at the position shown, against any player. Such a " +
			"game is no top score, nor is one opened from text.")},
		{kind: heading, text: words.Msg("The computer players")},
		{text: words.Msg("The first ones follow a simple rule, the later ones look ahead; both kinds are listed from the weakest to the strongest. " +
			"Choose one with the arrows; a click on the name, or Space, lists them all. The stronger ones think for a while; then " +
			"something turns before their name, and after a second Move now (key N) makes them play the best move they have found so far.")},
		{kind: players},
		{kind: heading, text: words.Msg("Keys on the board")},
		{kind: keyList, keys: []page.KeyList{page.BoardKeys, page.AdviceKeys, page.ComputerKeys, page.PieKeys, page.FarKeys}},
		{kind: heading, text: words.Msg("Keys of a review or a replay")},
		{kind: keyList, keys: []page.KeyList{page.StepKeys, page.ReviewKeys, page.ReplayKeys}},
		{kind: heading, text: words.Msg("Keys everywhere")},
		{kind: everywhere},
		{kind: heading, text: words.Msg("Without seeing the board")},
		{text: words.Msg("In a browser, screen readers find every control and every text: open the link of a host, or the page of this program on any server. " +
			"Each move is read aloud, and at once when it is your turn. The arrow keys choose a house and Enter plays it; each house says what it " +
			"holds and what playing it would do. A window of the desktop is a picture to screen readers. There, mancala --text --narrate --no-board " +
			"plays in sentences in a terminal.")},
		{kind: heading, text: words.Msg("Top scores")},
		{text: words.Msg("The five best wins of each rule set and board size are kept, by the seeds in the winner's store; fewer turns decide " +
			"between equals, then the earlier date. Whoever wins such a game is asked for a name, and both computers write it down. " +
			"Games that were given up do not count.")},
	}},
	{words.Msg("Connecting"), []helpBlock{
		{text: words.Msg("Two computers play together when one of them hosts and the other one joins. It does not matter which: the host is simply " +
			"the one who waits. Both run this same program.")},
		{kind: heading, text: words.Msg("The host")},
		{kind: item, text: words.Msg("Choose Host a game. The port is 7000 unless you say otherwise.")},
		{kind: item, text: words.Msg("The next screen shows the address of your computer. Press Copy invite and send your friend the line that it copies, " +
			"or tell them the address.")},
		{kind: item, text: words.Msg("Wait. The game starts by itself when someone joins. A coin toss that neither end can bend decides who begins, unless you choose it.")},
		{kind: heading, text: words.Msg("The guest")},
		{kind: item, text: words.Msg("Choose Join a game. Games in your own network stand in a list; one press joins them.")},
		{kind: item, text: words.Msg("Otherwise paste the invite, with or without the message around it, or type the host's address, as in 192.168.1.20, " +
			"192.168.1.20:7000 or ann.example.org. Without a port, 7000 is meant.")},
		{kind: heading, text: words.Msg("Who may come in")},
		{text: words.Msg("Guests from your own network get the seat at once. About anyone else you are asked: let them in, not now, or never, which keeps " +
			"their address out as long as you host. Under Who may come in you can also have all let in, or be asked about all.")},
		{text: words.Msg("If a guest does nothing, Remove player in the game's menu sends them away, and the game is kept. If another guest " +
			"waits for two minutes, you are asked whether to make room.")},
		{kind: heading, text: words.Msg("Invites")},
		{text: words.Msg("An invite is a line that begins with mancala://. It names the host's address, proves to the guest that the right computer answers, " +
			"and proves to the host that the guest was asked to come. Once you have copied one, only those who have it get in; a switch beside it " +
			"lets others in again. Send it by a way that you trust: everyone who reads it can take the seat.")},
		{kind: heading, text: words.Msg("Keys and the lock")},
		{text: words.Msg("Games across the network are encrypted. The lock beside the other's name says so; with a tick on it, an invite has also proved who " +
			"they are. An open lock means that both ends were told to do without.")},
		{text: words.Msg("Every installation has a key of its own. Your program remembers the key of each host that you have joined. If a host shows another one " +
			"later, it stops and asks you: ask the host whether they have installed the program anew before you trust the new key.")},
		{kind: heading, text: words.Msg("Watching")},
		{text: words.Msg("Watch on the screen to join shows you the game of others from the position it has, and the games that follow. You see the board and the " +
			"names, but not what the two say to each other. The players see how many watch, and a host can forbid it under Who may come in.")},
		{kind: heading, text: words.Msg("When the connection drops")},
		{text: words.Msg("The game is kept, and the guest's program dials again by itself for as long as it is open. After a minute you are asked " +
			"whether to wait on, to leave and keep the game, or to end it; a game that was ended has no winner. A game that was kept, " +
			"also over a crash or with both programs closed, goes on when both choose Continue, or host and join as before.")},
		{kind: heading, text: words.Msg("In one house")},
		{text: words.Msg("Both computers on the same network: use the address that begins with 192.168, 10 or 172. On one computer: 127.0.0.1.")},
		{kind: heading, text: words.Msg("Across the internet")},
		{text: words.Msg("Three ways lead from one home to another. Choose them under Over the internet, on Host a game.")},
		{kind: item, text: words.Msg("Your router's port: Open my router's port asks the router to pass it on, as long as you host; the screen then shows the public " +
			"address, or why friends outside may not get in. You can also set it up by hand: in the router's settings, under port forwarding, " +
			"send TCP port 7000 to the host's computer.")},
		{kind: item, text: words.Msg("A meeting point: a computer that both can reach, on which mancala meet runs: a small server, or a Raspberry Pi at home whose " +
			"router passes port 7001 on. The host gets a code such as amber-fox-31, and tells it to the guest, who types amber-fox-31@meet.example.org. " +
			"The meeting point sees who plays with whom and how much, never what, and can forge nothing. The code changes after ten minutes without " +
			"a guest and after three wrong guesses.")},
		{kind: item, text: words.Msg("A private network between the two (a VPN), such as Tailscale or WireGuard: the guest types the host's address in it.")},
		{kind: heading, text: words.Msg("When it does not work")},
		{kind: item, text: words.Msg("“No game is hosted”: the host has not started hosting, or the port differs. Compare the numbers.")},
		{kind: item, text: words.Msg("“Nothing answers”: a firewall swallows the connection. On the host's computer, allow mancala, or TCP port 7000, to be reached.")},
		{kind: item, text: words.Msg("“The port is taken by another program”: choose another one, such as 7001, and tell the guest. On a Mac, AirPlay uses 7000.")},
		{kind: item, text: words.Msg("“This game is full”: someone else was faster. You may watch, or wait for the seat.")},
		{kind: item, text: words.Msg("“Only those who have an invite”: ask the host to send you one, or to switch that off.")},
		{text: words.Msg("No password or file is ever sent.")},
	}},
}
