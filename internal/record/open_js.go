package record

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"syscall/js"

	"mancala/netplay/keys"
	"mancala/rules"
)

// openBook opens the storage that the browser keeps for the origin of this page.
func openBook(context.Context, Config) (book, []Notice) { return openStorage(localStorage{}) }

// loadIdentity returns the key in the storage of the page, and makes it if there is none.
func loadIdentity(context.Context, Config) (*keys.Identity, []Notice, error) {
	id, err := storedIdentity(localStorage{}, rand.Reader)
	return id, nil, err
}

// identityTrouble says why the key cannot be kept.
func identityTrouble(err error, _ string) *rules.Note { return storageTrouble(err) }

// localStorage is window.localStorage. The browser may refuse any single call.
type localStorage struct{}

func (localStorage) keys() (list []string, err error) {
	err = tried(func() {
		found := js.Global().Get("Object").Call("keys", storageObject())
		for i := range found.Length() {
			list = append(list, found.Index(i).String())
		}
	})
	return list, err
}

func (localStorage) get(key string) (value string, found bool, err error) {
	err = tried(func() {
		v := storageObject().Call("getItem", key)
		if found = v.Type() == js.TypeString; found {
			value = v.String()
		}
	})
	return value, found, err
}

func (localStorage) set(key, value string) error {
	return tried(func() { storageObject().Call("setItem", key, value) })
}

func (localStorage) remove(key string) error {
	return tried(func() { storageObject().Call("removeItem", key) })
}

// storageObject returns window.localStorage. It is read by a call, since syscall/js turns only the
// exceptions of calls into panics; others end the program.
func storageObject() js.Value {
	return js.Global().Get("Reflect").Call("get", js.Global(), "localStorage")
}

// tried runs f and returns its JavaScript exception, or the missing object, as an error.
func tried(f func()) (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case js.Error:
			err = storageError(e)
		case *js.ValueError:
			err = errors.New("this browser has no localStorage")
		default:
			panic(e)
		}
	}()
	f()
	return nil
}

// storageError distinguishes a full storage from a refused one. Firefox has another name for
// it.
func storageError(e js.Error) error {
	if e.Type() != js.TypeObject {
		return e
	}
	switch e.Get("name").String() {
	case "QuotaExceededError", "NS_ERROR_DOM_QUOTA_REACHED":
		return fmt.Errorf("%w: %w", errFull, e)
	}
	return e
}
