package main

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/internal/match"
	"mancala/internal/notation"
	"mancala/internal/record"
	"mancala/internal/textui"
	"mancala/internal/words"
	"mancala/rules"
)

// shells are the shells with completion, and their scripts.
var shells = map[string]func(root *cobra.Command, b *bytes.Buffer) error{
	"bash":       func(root *cobra.Command, b *bytes.Buffer) error { return root.GenBashCompletionV2(b, true) },
	"zsh":        func(root *cobra.Command, b *bytes.Buffer) error { return root.GenZshCompletion(b) },
	"fish":       func(root *cobra.Command, b *bytes.Buffer) error { return root.GenFishCompletion(b, true) },
	"powershell": func(root *cobra.Command, b *bytes.Buffer) error { return root.GenPowerShellCompletionWithDesc(b) },
}

// shellNames returns the names of the shells, in order.
func shellNames() []string { return slices.Sorted(maps.Keys(shells)) }

// newCompletion returns the command that prints a script for a shell.
func newCompletion() *cobra.Command {
	cmd := newCommand("completion SHELL", func(cmd *cobra.Command, args []string) int {
		if len(args) != 1 || shells[args[0]] == nil {
			return usageError(cmd, words.Errorf("completion needs the name of a shell, one of %s.", strings.Join(shellNames(), ", ")))
		}
		var script bytes.Buffer
		if err := shells[args[0]](cmd.Root(), &script); err != nil {
			return failure(cmd.ErrOrStderr(), err)
		}
		return printed(cmd.ErrOrStderr(), printTo(cmd.OutOrStdout(), script.String()))
	})
	cmd.Short = words.T("print a script that lets a shell complete mancala's commands")
	cmd.Long = words.T("Prints a script for SHELL, one of %s. Once the shell has read it, the Tab key completes commands, options and many of "+
		"their values.", strings.Join(shellNames(), ", "))
	cmd.Example = rows(
		". <(mancala completion bash)", words.T("for this bash, with its package bash-completion; put the line into ~/.bashrc to keep it"),
		"mancala completion zsh >~/.zfunc/_mancala", words.T("for zsh, if ~/.zfunc is in fpath"),
		"mancala completion fish >~/.config/fish/completions/mancala.fish", words.T("for fish"),
		"mancala completion powershell | Out-String | Invoke-Expression", words.T("for this PowerShell; put the line into $PROFILE to keep it"),
	)
	cmd.ValidArgsFunction = onlyFirst(shellNames)
	return cmd
}

// valuesOf are the known values of options, by the option's name.
var valuesOf = map[string]func() []string{
	"rules":      presetNames,
	"south":      func() []string { return append([]string{textui.Person}, playerSeats()...) },
	"north":      func() []string { return append([]string{textui.Person}, playerSeats()...) },
	"a":          playerSeats,
	"b":          playerSeats,
	"first":      func() []string { return slices.Sorted(maps.Keys(firsts)) },
	"admit":      func() []string { return slices.Sorted(maps.Keys(askings)) },
	"result":     func() []string { return slices.Sorted(maps.Keys(results)) },
	"opponent":   opponentKinds,
	"notation":   notation.Names,
	languageFlag: languageCodes,
}

func presetNames() []string {
	var names []string
	for _, p := range rules.Presets() {
		names = append(names, p.Name)
	}
	return names
}

func languageCodes() []string {
	var codes []string
	for _, l := range words.Languages() {
		codes = append(codes, l.Code)
	}
	return codes
}

// completeOptions registers the values of a command's and its subcommands' options for the shells:
// one of some values, a file, a folder, or something that only the person knows.
func completeOptions(cmd *cobra.Command) {
	register := func(f *flag.Flag) {
		values, known := valuesOf[f.Name]
		var err error
		switch value := noted(f, valueKey); {
		case known:
			err = cmd.RegisterFlagCompletionFunc(f.Name, offer(values))
		case value == "DIR":
			err = cmd.MarkFlagDirname(f.Name)
		case value != "FILE" && value != "":
			err = cmd.RegisterFlagCompletionFunc(f.Name, cobra.NoFileCompletions)
		}
		if err != nil {
			panic(err) // two functions for one option
		}
	}
	cmd.LocalNonPersistentFlags().VisitAll(register)
	cmd.PersistentFlags().VisitAll(register)
	for _, below := range cmd.Commands() {
		completeOptions(below)
	}
}

// offer returns a completion by the values that begin with the typed text.
func offer(values func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		others := func(value string) bool { return !strings.HasPrefix(value, typed) }
		return slices.DeleteFunc(slices.Clone(values()), others), cobra.ShellCompDirectiveNoFileComp
	}
}

// onlyFirst returns a completion of the first word after a command.
func onlyFirst(values func() []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return offer(values)(cmd, args, typed)
	}
}

// completed is how many games a shell is offered at most.
const completed = 500

// gameIDs completes the ID of a saved game, newest first. It leaves alone a folder without a
// database and a damaged database, since a shell would hide the notice about that.
func gameIDs(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	dir, _ := cmd.Flags().GetString("data-dir") // it has this option
	folder, err := archiveFolder(dir)
	if err != nil || !record.Sound(cmd.Context(), folder) {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	l, err := openArchive(cmd, dir)
	if err != nil || l == nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer l.Close()
	var ids []string
	for g, err := range l.EachGame(cmd.Context(), match.GameQuery{Limit: completed}) {
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		about := words.Date(g.Ended.Local()) + ", " + shownName(g.Names[rules.South]) + " - " + shownName(g.Names[rules.North])
		ids = append(ids, cobra.CompletionWithDesc(match.ShortGameID(g.ID), about))
	}
	return ids, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
