package match

import "syscall/js"

// normalize is String.prototype.normalize. The tables of x/text/unicode/norm would make the page
// 50 KB larger.
var normalize = js.Global().Get("String").Get("prototype").Get("normalize")

// nfkc returns the compatibility form of a text, in which letters that look alike are equal.
func nfkc(text string) string { return normalize.Call("call", text, "NFKC").String() }
