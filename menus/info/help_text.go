package info

import (
	"mancala/internal/words"
	"mancala/menus/page"
	"mancala/rules"
)

// helpSection is one page of the help, or a topic of it.
type helpSection struct {
	title  words.Msg
	blocks []helpBlock
}

// all returns the blocks of the section or, if it has none, the blocks of the games.
func (s helpSection) all() []helpBlock {
	if s.blocks == nil {
		return games()
	}
	return s.blocks
}

// topics returns the parts of the section between its headings. The first has the title of the
// section, or of the first game.
func (s helpSection) topics() []helpSection {
	first := s.title
	if s.blocks == nil {
		about, _ := words.GameOf(rules.Presets()[0].Variant)
		first = about.Title
	}
	list := []helpSection{{title: first}}
	for _, b := range s.all() {
		if b.kind == heading {
			list = append(list, helpSection{title: b.text})
			continue
		}
		last := &list[len(list)-1]
		last.blocks = append(last.blocks, b)
	}
	return list
}

// helpBlock is a paragraph, a heading, an item of a list, or a small board with a caption.
type helpBlock struct {
	kind blockKind
	text words.Msg
	// keys are lists of keys.
	keys []page.KeyList
	// board is the text form of a position, and house South's ply in it, for a board.
	board string
	house rules.House
}

// games returns the page about the named rule sets. The first one needs no heading.
func games() (list []helpBlock) {
	for i, preset := range rules.Presets() {
		about, _ := words.GameOf(preset.Variant)
		if i == 1 {
			list = append(list, helpBlock{
				text: words.Msg("The host may choose other rule sets. You see the differences before you agree to play by them."),
			})
		}
		if i > 0 {
			list = append(list, helpBlock{kind: heading, text: about.Title})
		}
		for _, b := range about.Help {
			kind := paragraph
			switch {
			case b.Board != "":
				kind = picture
			case b.Item:
				kind = item
			}
			list = append(list, helpBlock{kind: kind, text: b.Text, board: b.Board, house: b.House})
		}
	}
	return list
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
	{words.Msg("The game"), nil}, // see games
	{words.Msg("Playing"), []helpBlock{
		{text: words.Msg("Click a house in your row to sow its seeds, or press its number. Hover over it first: faint numbers show where its seeds would " +
			"fall, and a word tells you the result. The glow and the bar at the bottom show whose turn it is.")},
		{text: words.Msg("While a move is being shown, any key or click skips to its end. After the game, you may both agree to play another; then the other " +
			"player moves first.")},
		{text: words.Msg("Against the computer, or with two players at one keyboard, Undo takes back as many moves as you like; against the computer it goes " +
			"back to your own last decision. The log beside the board lists the moves, newest first. You can copy the game there, and open the " +
			"copy with From a text in My games.")},
		{kind: heading, text: words.Msg("Nothing is lost")},
		{text: words.Msg("Every game is saved from its first move on. Leave one whenever you like, or lose power: Continue in the main menu goes on with the " +
			"last one. My games lists all of them; open one to replay it move by move, to review it, to play on from any move, to copy or to " +
			"delete it. Statistics shows how many you have won, by opponent.")},
		{kind: heading, text: words.Msg("With someone on another computer")},
		{text: words.Msg("Undo asks the other player to take back your last decision and everything after it; you may ask three times. A computer player " +
			"agrees, but goes back to the start of a game only from your first decision. Requests appear below the board, with buttons to " +
			"answer them. Talk (key T) sends a line of up to 280 characters or one of four ready-made ones; Escape goes back to the board. " +
			"Mute hides the other player's messages. You can withdraw a request for another game until the other player agrees.")},
		{kind: heading, text: words.Msg("Hints and the evaluation bar")},
		{text: words.Msg("If both players are at this computer, Hint (key H) marks the best house with a ring and says at the bottom what it leads to. “Wins " +
			"by 6” is exact: with best play on both sides, that store ends 6 seeds ahead of the other one. “About +2” is an estimate that looks " +
			"only a few moves ahead. A hint improves for about two seconds; play whenever you like.")},
		{text: words.Msg("The evaluation bar (key V) shows after each move who is ahead, and fills towards their store. While the new value is being worked " +
			"out, it shows the old one in grey. It is off until you switch it on. Network games have neither hints nor the bar.")},
		{kind: heading, text: words.Msg("Review")},
		{text: words.Msg("After a game, Review replays it move by move, with the value of each position, the best house, and the cost of each move in seeds. " +
			"Solid points in the graph and plain numbers are exact; hollow points and “about” are estimates. The positions are worked out " +
			"backwards from the end while you watch. A game at this computer can be reviewed at any time, and so can one opened from text. Play " +
			"on from here begins a new game at the position shown, against any player. Such a game cannot become a top score, nor can one opened " +
			"from text.")},
		{kind: heading, text: words.Msg("The computer players")},
		{text: words.Msg("The first ones follow a simple rule, the later ones look ahead; both kinds are listed from the weakest to the strongest. Choose one " +
			"with the arrows; a click on the name, or Space, lists them all. The stronger ones think for a while. Then a spinner turns beside " +
			"their name, and after a second Move now (key N) makes them play the best move they have found so far.")},
		{kind: players},
		{kind: heading, text: words.Msg("Keys on the board")},
		{kind: keyList, keys: []page.KeyList{page.SowKeys, page.BoardKeys, page.AdviceKeys, page.ComputerKeys, page.PieKeys, page.FarKeys}},
		{kind: heading, text: words.Msg("Keys of a review or a replay")},
		{kind: keyList, keys: []page.KeyList{page.StepKeys, page.ReviewKeys, page.ReplayKeys}},
		{kind: heading, text: words.Msg("Keys everywhere")},
		{kind: everywhere},
		{kind: heading, text: words.Msg("Without seeing the board")},
		{text: words.Msg("In a browser, screen readers can read every control and every text: open a host's link, or this program's page on any server. Each " +
			"move is read aloud, and your turn is announced at once. The arrow keys choose a house and Enter plays it; each house says what it " +
			"holds and what playing it would do. Screen readers cannot read the window on a desktop; there, mancala --text --narrate --no-board " +
			"plays in sentences in a terminal.")},
		{kind: heading, text: words.Msg("Top scores")},
		{text: words.Msg("The five best wins are kept for each rule set and board size, ranked by the seeds in the winner's store; between equals, fewer " +
			"turns count, then the earlier date. The winner of such a game is asked for a name, and both computers record it. Games that were " +
			"resigned do not count.")},
	}},
	{words.Msg("Connecting"), []helpBlock{
		{text: words.Msg("To play together, one computer hosts and the other one joins. It does not matter which: the host is simply the one that waits. Both " +
			"run this program.")},
		{kind: heading, text: words.Msg("The host")},
		{kind: item, text: words.Msg("Choose Host a game. The port is 7000 unless you change it.")},
		{kind: item, text: words.Msg("The next screen shows the address of your computer. Press Copy invite and send your friend the line that it copies, " +
			"or tell them the address.")},
		{kind: item, text: words.Msg("Wait. The game starts by itself when someone joins. A coin toss that neither side can rig decides who begins, unless you choose.")},
		{kind: heading, text: words.Msg("The guest")},
		{kind: item, text: words.Msg("Choose Join a game. Games on your own network are listed there; one press joins them.")},
		{kind: item, text: words.Msg("Otherwise paste the invite, with or without the message around it, or type the host's address, such as 192.168.1.20, " +
			"192.168.1.20:7000 or ann.example.org. The port is 7000 if you leave it out.")},
		{kind: heading, text: words.Msg("Who may join")},
		{text: words.Msg("Guests from your own network get the seat at once. For anyone else you are asked: let in, not now, or never, which keeps their " +
			"address out for as long as you host. Under Who may join you can also let everyone in, or be asked about everyone.")},
		{text: words.Msg("If a guest does nothing, Remove player in the game's menu sends them away, and the game is kept. If another guest has been waiting " +
			"for two minutes, you are asked whether to make room.")},
		{kind: heading, text: words.Msg("Invites")},
		{text: words.Msg("An invite is a line that begins with mancala://. It contains the host's address, proves to the guest that the right computer " +
			"answers, and proves to the host that the guest was invited. Once you have copied one, only people who have it get in; a switch " +
			"beside it lets others in again. Send it in a way that you trust: anyone who reads it can take the seat.")},
		{kind: heading, text: words.Msg("Keys and the lock")},
		{text: words.Msg("Network games are encrypted. The lock beside the other player's name shows it; a tick on the lock means that an invite or a code " +
			"has also proved who they are. An open lock means that both sides have switched encryption off.")},
		{text: words.Msg("Every installation has its own key. Your program remembers the key of each host that you have joined. If a host later shows another " +
			"one, it stops and asks you. Before you trust the new key, ask the host whether they have reinstalled the program.")},
		{kind: heading, text: words.Msg("Watching")},
		{text: words.Msg("On Join a game, Watch shows you other people's game from its present position on, and the games that follow. You see the board and " +
			"the names, but not what the two say to each other. The players see how many people are watching, and a host can forbid it under Who " +
			"may join.")},
		{kind: heading, text: words.Msg("When the connection drops")},
		{text: words.Msg("The game is kept, and the guest's program reconnects by itself for as long as it is open. After a minute you are asked whether to " +
			"keep waiting, to leave and keep the game, or to end it; a game that was ended has no winner. A game that was kept, even after a " +
			"crash or after both programs were closed, goes on when both players choose Continue, or host and join as before.")},
		{kind: heading, text: words.Msg("In one house")},
		{text: words.Msg("Both computers on the same network: use the address that begins with 192.168, 10 or 172. On one computer: 127.0.0.1.")},
		{kind: heading, text: words.Msg("Across the internet")},
		{text: words.Msg("There are three ways from one home to another. Choose them under Over the internet, on Host a game.")},
		{kind: item, text: words.Msg("Your router's port: Open my router's port asks the router to forward it for as long as you host; the screen then shows the public " +
			"address, or why friends outside may be unable to join. You can also set it up by hand: in the router's settings, forward TCP port " +
			"7000 to the host's computer.")},
		{kind: item, text: words.Msg("A meeting point: a computer that both of you can reach and that runs mancala meet, such as a small server, or a Raspberry Pi at " +
			"home whose router forwards port 7001. The host gets a code such as amber-fox-31, and tells it to the guest, who types " +
			"amber-fox-31@meet.example.org. The meeting point sees who plays with whom and how much, but never the game itself, and it can forge " +
			"nothing. The code changes after ten minutes without a guest, and after three wrong guesses.")},
		{kind: item, text: words.Msg("A private network (VPN) between the two computers, such as Tailscale or WireGuard: the guest types the host's address in that " +
			"network.")},
		{kind: heading, text: words.Msg("When it does not work")},
		{kind: item, text: words.Msg("“No game is hosted”: the host has not started hosting, or the port differs. Compare the numbers.")},
		{kind: item, text: words.Msg("“Nothing answers”: a firewall blocks the connection. On the host's computer, allow connections to mancala, or to TCP port 7000.")},
		{kind: item, text: words.Msg("“The port is taken by another program”: choose another one, such as 7001, and tell the guest. On a Mac, AirPlay uses 7000.")},
		{kind: item, text: words.Msg("“This game is full”: someone else was faster. You may watch, or wait for the seat.")},
		{kind: item, text: words.Msg("“Only those who have an invite”: ask the host to send you one, or to switch that off.")},
		{text: words.Msg("No password or file is ever sent.")},
	}},
}
