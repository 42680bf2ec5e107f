package words

import "syscall/js"

// desktopLanguages returns the browser's languages, best first.
func desktopLanguages() []string {
	navigator := js.Global().Get("navigator")
	if !navigator.Truthy() {
		return nil
	}
	var list []string
	if all := navigator.Get("languages"); all.Truthy() {
		for i := range all.Length() {
			list = append(list, all.Index(i).String())
		}
	}
	if one := navigator.Get("language"); one.Truthy() {
		list = append(list, one.String())
	}
	return list
}
