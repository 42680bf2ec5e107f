package netplay

// readOn has the next frames read when they arrive.
func (c *conn) readOn() {
	if c.incoming.opened == nil {
		go c.read()
		return
	}
	go c.await()
}

// await waits for the next frame, and leaves it to the crew.
func (c *conn) await() {
	c.incoming.opened.Await()
	c.crew.Run(c)
}

// Run processes the frames that have arrived.
func (c *conn) Run() { c.read() }

// arrived reports whether more has arrived than the frames until now, as far as that can be known
// without waiting: the layers between the socket and the frames may have read ahead.
func (c *conn) arrived() bool {
	return c.incoming.opened != nil && c.incoming.opened.Arrived(c.incoming.in)
}
