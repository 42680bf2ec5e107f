package stream

import (
	"errors"
	"time"

	"mancala/netplay/transport"
)

// wakeWriter starts a goroutine that writes the waiting bytes, and then closes the write side if
// nothing follows, unless one is running.
func (c *Conn) wakeWriter() {
	if c.writing || c.holds > 0 {
		return
	}
	c.writing = true
	if c.cfg.Crew != nil {
		c.cfg.Crew.Run((*writer)(c))
		return
	}
	go (*writer)(c).Run()
}

// writer is a Conn that has something to write.
type writer Conn

// Run writes it.
func (w *writer) Run() {
	c := (*Conn)(w)
	c.cfg.Mu.Lock()
	defer c.cfg.Mu.Unlock()
	c.writeOut()
}

// writeOut writes the waiting frames. It is called with mu held, and releases it during the writes.
// When it returns, no write is in progress.
func (c *Conn) writeOut() {
	for len(c.out) > 0 && !c.broken && c.holds == 0 {
		b := c.out
		c.out = c.spare[:0]
		c.cfg.Mu.Unlock()
		_ = c.nc.SetWriteDeadline(time.Now().Add(writeWait))
		_, err := c.nc.Write(b)
		c.cfg.Mu.Lock()
		c.spare = b[:0]
		if err != nil {
			c.broken = true
			c.cfg.Machine.Lost(writeError(err))
			c.cfg.Changed(c)
		}
	}
	c.writing = false
	if c.holds > 0 || !c.finished {
		return
	}
	select {
	case <-c.written:
		return
	default:
		close(c.written)
	}
	broken := c.broken
	c.cfg.Mu.Unlock()
	defer c.cfg.Mu.Lock()
	if broken || transport.CloseWrite(c.nc) != nil {
		_ = c.nc.Close()
		return
	}
	_ = c.nc.SetReadDeadline(time.Now().Add(transport.LingerWait))
}

func writeError(err error) error {
	if transport.IsTimeout(err) {
		return errors.Join(ErrDeaf, err)
	}
	return err
}
