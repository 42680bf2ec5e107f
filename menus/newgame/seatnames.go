package newgame

import (
	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
)

// newSeatNames returns the fields for the names of both players, by party, with the host at the
// bottom. changed is called after each change by the user.
func newSeatNames(shell page.Shell, ids, names [2]string, changed func()) (fields [2]*kit.TextField) {
	rows := [2]string{match.Host: words.T("Bottom row: name"), match.Guest: words.T("Top row: name")}
	for i := range fields {
		fields[i] = kit.WithID(ids[i], kit.NewTextField(rows[i], names[i], shell.Shared().Ports.Clipboard))
		fields[i].MaxRunes = match.MaxNameLetters
		fields[i].OnChange = func(string) { changed() }
	}
	return fields
}

// showNames names the players in the choice of who begins, and sets the placeholders of the fields
// to the default names.
func showNames(shell page.Shell, fields [2]*kit.TextField, first *kit.Choice, setup settings.Setup) {
	for i, name := range shell.Shared().Ports.SeatNames(setup) {
		first.Options[1+i] = words.Name(name)
	}
	setup.Names = [2]string{}
	for i, name := range shell.Shared().Ports.SeatNames(setup) {
		fields[i].Placeholder = words.Name(name)
	}
}

// askOtherName asks for another name if both players have the same one, and reports whether they
// have.
func askOtherName(shell page.Shell, setup settings.Setup, field *kit.TextField, form *kit.Form) bool {
	names := shell.Shared().Ports.SeatNames(setup)
	if names[0] != names[1] || setup.Names == [2]string{} {
		return false
	}
	shell.Say(words.T("Both players are called %s. Please give one of them another name.", words.Name(names[0])))
	form.Focus(field)
	field.SelectAll()
	return true
}

// rememberName stores the first name that a user enters here as theirs.
func rememberName(book *settings.Book, setup settings.Setup) {
	if me := setup.Names[match.Host]; book.Now().Name == "" && me != "" && setup.Seats[match.Host] == match.KindPerson {
		book.SetName(me)
	}
}
