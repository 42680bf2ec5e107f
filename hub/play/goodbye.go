package play

import (
	"encoding/json"

	"mancala/hub/bus"
)

// goodbye is the word of a node that stops. An older node says it without anything in it.
type goodbye struct {
	Node string
	Why  string
	Left int // how many tables it could not hand over
}

// sayGoodbye tells the other nodes that this one stops, and how many tables it leaves.
func (h *Hall) sayGoodbye(why string, left int) error {
	data, err := json.Marshal(goodbye{h.cfg.Bus.Node(), why, left})
	if err != nil {
		return err
	}
	return h.cfg.Bus.Publish(drainedSubject, data)
}

// noteDrained notes that a node has handed its tables over and stops. It will be silent, and is not
// taken for dead then, unless it has left tables that others have to take over as those of a dead
// one.
func (h *Hall) noteDrained(m bus.Message) {
	var g goodbye
	_ = json.Unmarshal(m.Data, &g)
	h.mu.Lock()
	h.drained.note(h.cfg.Now())
	if g.Node != "" && g.Left == 0 {
		h.left[g.Node] = h.runs[g.Node]
	}
	h.mu.Unlock()
	if g.Node != "" && g.Node != h.cfg.Bus.Node() {
		h.cfg.Log.Info("a node has left", "node", g.Node, "why", g.Why, "tables left", g.Left)
	}
}

// hearRun notes that a run of a node is heard. One that has left may still be heard for a while; if
// it is another run, the node is back. The caller holds mu.
func (h *Hall) hearRun(node, run string) {
	if gone, left := h.left[node]; left && gone != run {
		delete(h.left, node)
	}
	h.runs[node] = run
}
