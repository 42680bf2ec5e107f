package record

import (
	"context"
	"net/url"
	"strconv"
	"time"
)

func (s *storage) lease(_ context.Context, id string, w lease, take bool) (held bool, err error) {
	key := storageKey("lease", id)
	text, found, err := s.pairs.get(key)
	if err != nil {
		return false, err
	}
	if values, bad := url.ParseQuery(text); found && bad == nil && !take {
		until, bad := strconv.ParseInt(values.Get("until"), 10, 64)
		if bad == nil && w.excludes(values.Get("holder"), time.UnixMilli(until)) {
			return false, nil
		}
	}
	value := url.Values{"holder": {w.holder}, "until": {strconv.FormatInt(w.until.UnixMilli(), 10)}}
	return true, s.set(key, value.Encode())
}

func (s *storage) release(_ context.Context, id, holder string) error {
	key := storageKey("lease", id)
	text, _, err := s.pairs.get(key)
	if values, bad := url.ParseQuery(text); err != nil || bad != nil || values.Get("holder") != holder {
		return err
	}
	return s.pairs.remove(key)
}
