package club

import (
	"strings"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// lineCard asks for a line of text.
type lineCard struct {
	page.Page
	field *kit.TextField
}

// newLine returns a card with a field. send gets the typed text.
func newLine(shell page.Shell, title, text, label, ok string, letters int, send func(*lineCard, string)) *lineCard {
	l := &lineCard{Page: page.New(shell, "club line")}
	l.field = kit.WithID("line.field", kit.NewTextField(label, "", l.Ports.Clipboard))
	l.field.MaxRunes = letters
	answer := kit.WithID("line.ok", kit.NewButton(ok, func() {
		if typed := strings.TrimSpace(l.field.Text()); typed != "" {
			send(l, typed)
			return
		}
		l.refuse(words.T("Type something here first."))
	}))
	answer.Primary = true
	l.field.OnChange = func(string) {
		if l.field.Error != "" {
			l.field.Error = ""
			shell.Relayout()
		}
	}
	cancel := page.NewRetreat("line.cancel", words.T("Cancel"), shell.Back)
	l.Compose(shell.Back, func(page.Grid) page.Sheet {
		return page.Sheet{
			Title: title, Card: 620, Content: kit.Rows(kit.Say(text, render.Body), kit.Put(l.field)), Actions: []*kit.Button{cancel, answer},
		}
	})
	l.Controls.Default = answer
	return l
}

// refuse shows why the text is invalid.
func (l *lineCard) refuse(why string) {
	l.field.Error = why
	l.Controls.Focus(l.field)
	l.Shell.Relayout()
}

// rename asks for another name.
func (m *member) rename() {
	m.Shell.Push(newLine(m.Shell, words.T("Another name"), words.T("The members see it from now on, also in games that you have played."),
		words.T("Your name"), words.T("Change name"), match.MaxNameLetters, func(l *lineCard, name string) {
			m.house.query(lobby.Rename{Name: name}, func(a lobby.Answer) {
				if a.Note != nil {
					l.refuse(words.Sentence(a.Note))
					return
				}
				m.house.in.Me.Name = match.CleanName(name)
				m.Shell.BackTo(m)
				m.ask()
			})
		}))
}

// forget asks for the user's name, and deletes them.
func (m *member) forget() {
	name := m.house.in.Me.Name
	text := words.Forgetting(name)
	m.Shell.Push(newLine(m.Shell, words.T("Delete yourself from the club?"), text,
		words.T("Your name"), words.T("Delete me"), match.MaxNameLetters, func(l *lineCard, typed string) {
			if typed != name {
				l.refuse(words.T("This is not your name in the club."))
				return
			}
			m.house.query(lobby.Forget{Name: name}, func(a lobby.Answer) {
				if a.Note != nil {
					l.refuse(words.Sentence(a.Note))
					return
				}
				m.house.deleted = true
				m.Shell.Go(page.ToMain{})
				m.Shell.Say(words.T("The club has deleted you."))
			})
		}))
}

// report asks for the reason, and reports the member to the people who run the club.
func (m *member) report() {
	game := m.reported()
	text := words.T("The people who run the club read it. The member does not.")
	if game != "" {
		text = words.T("The people who run the club read it, and see which game it is about. The member does not.")
	}
	m.Shell.Push(newLine(m.Shell, words.T("Report %s", memberName(m.profile.Member)), text,
		words.T("What happened"), words.T("Send"), lobby.MostReport, func(l *lineCard, typed string) {
			m.house.query(lobby.Report{Member: m.id, Game: game, Text: typed}, func(a lobby.Answer) {
				if a.Note != nil {
					l.refuse(words.Sentence(a.Note))
					return
				}
				m.Shell.BackTo(m)
				m.Shell.Say(words.T("The report has been sent."))
			})
		}))
}

// showBlocked lists the members that the user has blocked.
func (m *member) showBlocked() {
	var buttons []*kit.Button
	for i, b := range m.profile.Blocked[:min(len(m.profile.Blocked), 12)] {
		buttons = append(buttons, page.NewAnswer(m.Shell, "list.option-"+string(rune('a'+i)), memberName(b), func() {
			m.Shell.Push(newMember(m.Shell, m.house, b.ID))
		}))
	}
	m.Shell.Push(page.NewCard(m.Shell, "list", words.T("Blocked members"), "", m.Shell.Back, buttons...))
}
