package main

import (
	"syscall/js"
	"time"

	"mancala/cmd/web/zone"
)

// takeZone makes [time.Local] the browser's time zone, since 1970. A browser keeps its zone to
// itself, but tells the offset at any moment.
func takeZone() {
	date := js.Global().Get("Date").New()
	here, err := zone.Find(func(at time.Time) time.Duration {
		date.Call("setTime", at.UnixMilli())
		return -time.Duration(date.Call("getTimezoneOffset").Float() * float64(time.Minute))
	}, time.Unix(0, 0), time.Now().AddDate(5, 0, 0))
	if err == nil { // or else Go's own, of the present offset
		time.Local = here
	}
}
