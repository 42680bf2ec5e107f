package main

import "syscall/js"

// wish is how the person begins, as the page has asked.
type wish struct {
	name string // "" if the page did not ask for it
}

// expose has the page know that the program is loaded, and returns where its wish comes.
func expose() <-chan wish {
	wishes := make(chan wish, 1)
	page := js.Global().Get("mancala")
	page.Set("begin", js.FuncOf(func(_ js.Value, args []js.Value) any {
		wishes <- wish{name: args[0].Get("name").String()}
		return nil
	}))
	page.Call("loaded")
	return wishes
}

// fail has the page show a sentence in place of the program.
func fail(sentence string) { js.Global().Get("mancala").Call("failed", sentence) }
