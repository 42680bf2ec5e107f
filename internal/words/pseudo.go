package words

import "strings"

// Long is the code of an unlisted pseudo-language for tests: English, 40 % longer and marked at
// both ends. Texts that are cut off or not translated stand out in it.
const Long = "x-long"

var long = &language{code: Long, bend: stretch}

// before and after mark the ends of a text.
const before, after = "[!! ", " !!]"

// stretch makes a text 40 % longer, and keeps its verbs. A text without letters, such as a
// separator, stays unchanged.
func stretch(text string) string {
	words := strings.TrimSpace(text)
	plain := words
	for _, v := range verbsOf(words) {
		plain = strings.Replace(plain, words[v.start:v.end], "", 1)
	}
	if !strings.ContainsFunc(plain, func(r rune) bool { return r < 0x80 && isLetter(byte(r)) }) {
		return text
	}
	start, end, _ := strings.Cut(text, words)
	missing := max(0, (len(words)*2+4)/5-len(before)-len(after))
	return start + before + lengthen(words, missing) + after + end
}

// lengthen repeats the vowels of a text evenly until the text has gained the missing bytes.
func lengthen(text string, missing int) string {
	const vowels = "aeiouAEIOU"
	var places []int
	verbs := verbsOf(text)
	option := false // options of the command line stay unchanged
	for i := range len(text) {
		if i == 0 || strings.IndexByte(" [(", text[i-1]) >= 0 {
			option = text[i] == '-'
		}
		for len(verbs) > 0 && i >= verbs[0].end {
			verbs = verbs[1:]
		}
		if inside := len(verbs) > 0 && i >= verbs[0].start; !inside && !option && strings.IndexByte(vowels, text[i]) >= 0 {
			places = append(places, i)
		}
	}
	var b strings.Builder
	from := 0
	for n, at := range places {
		b.WriteString(text[from : at+1])
		more := missing*(n+1)/len(places) - missing*n/len(places)
		b.WriteString(strings.Repeat(strings.ToLower(text[at:at+1]), more))
		from = at + 1
	}
	return b.String() + text[from:]
}
