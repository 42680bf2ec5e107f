package words

import "strings"

// Long is the code of a language for tests: English made half as long again and marked at both ends,
// so that a text that is cut off or was not translated shows at once. It is in no list.
const Long = "x-long"

var long = &language{code: Long, bend: stretch}

// stretch returns a text 40 % longer, its verbs kept. A text without letters, such as a separator,
// stays as it is.
func stretch(text string) string {
	words := strings.TrimSpace(text)
	verbs := verbsOf(words)
	missing, letters := len(words)*2/5, 0
	var b strings.Builder
	for i := 0; i < len(words); i++ {
		if len(verbs) > 0 && i == verbs[0].start {
			b.WriteString(words[i:verbs[0].end])
			i = verbs[0].end - 1
			verbs = verbs[1:]
			continue
		}
		b.WriteByte(words[i])
		if isLetter(words[i]) {
			letters++
		}
		for n := 0; n < 2 && missing > 0 && strings.IndexByte("aeiouAEIOU", words[i]) >= 0; n++ {
			b.WriteByte(words[i] | 0x20)
			missing--
		}
	}
	if letters == 0 {
		return text
	}
	before, after, _ := strings.Cut(text, words)
	return before + "[!! " + b.String() + " !!]" + after
}
