package lines

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
)

// pass hands a connection to another node, which has its table.
func (l *Lines) pass(ctx context.Context, nc net.Conn, node string, v visitor) error {
	header, err := json.Marshal(v)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, passWait)
	defer cancel()
	far, err := l.pipes.Dial(ctx, node, header)
	if err != nil {
		return err
	}
	l.passed.Add(1)
	go func() {
		carry(far, nc)
		l.passed.Add(-1)
	}()
	return nil
}

// carry copies bytes both ways until one end has closed. The last bytes of the table, which say why
// it has, reach the player even if the table does not take theirs any more.
func carry(far, nc net.Conn) {
	go func() {
		if err := copyBytes(far, nc); !errors.Is(err, io.ErrClosedPipe) {
			_ = far.Close()
		}
	}()
	_ = copyBytes(nc, far)
	_ = far.Close()
	_ = nc.Close()
}

func copyBytes(to io.Writer, from io.Reader) error {
	_, err := io.CopyBuffer(struct{ io.Writer }{to}, struct{ io.Reader }{from}, make([]byte, 1024))
	return err
}

// accept takes in a connection that another node has passed on. If the table is no longer here, the
// player dials again.
func (l *Lines) accept(nc net.Conn, header []byte) {
	var v visitor
	if json.Unmarshal(header, &v) != nil {
		_ = nc.Close()
		return
	}
	ctx, cancel := context.WithTimeout(l.ctx, bringWait)
	defer cancel()
	s, err := l.cfg.Tables.Find(ctx, v.Table)
	if err == nil {
		err = l.take(ctx, s, nc, v)
	}
	if err != nil {
		l.cfg.Log.Info("a connection that was passed on goes back", "table", v.Table, "reason", err)
		_ = nc.Close()
	}
}
