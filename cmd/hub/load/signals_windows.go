package main

import "os"

// Windows cannot end a process cleanly or stop it. The signal that is sent instead is refused.
var (
	term = os.Interrupt
	stop = os.Interrupt
	goOn = os.Interrupt
)
