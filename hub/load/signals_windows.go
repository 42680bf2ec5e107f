package main

import "os"

// Windows cannot stop a process. The signal that is sent instead is refused.
var (
	stop = os.Interrupt
	goOn = os.Interrupt
)
