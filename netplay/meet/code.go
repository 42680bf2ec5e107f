package meet

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// DefaultPort is the port of a meeting point's address that has none.
const DefaultPort = "7001"

// Numbers in codes have two digits.
const (
	lowestNumber = 10
	numbers      = 90
)

// Code is the text that two people exchange in order to meet, as in "amber-fox-31".
type Code struct {
	// Lookup finds the host at the meeting point: "amber", or "amber42" at a busy one.
	Lookup string
	// Secret proves each end to the other. The meeting point must not learn it.
	Secret string
}

// String returns the code as text, including the secret half.
func (c Code) String() string { return c.Lookup + "-" + c.Secret }

// ErrCode means that a text is not a code.
var ErrCode = errors.New("a code has the form amber-fox-31")

// ParseCode parses a code as people write it: with capitals, with spaces or dashes of any kind
// between its words, with or without them before its numbers. The secret half is optional. The
// error is ErrCode, wrapped, with the first impossible word, if there is one.
func ParseCode(text string) (Code, error) {
	words, err := split(text)
	if err != nil {
		return Code{}, err
	}
	var c Code
	rest, ok := words, false
	if c.Lookup, rest, ok = cutWord(rest, adjectives); !ok {
		return Code{}, unknown(words)
	}
	if len(rest) > 0 && isNumber(rest[0]) {
		c.Lookup, rest = c.Lookup+rest[0], rest[1:]
	}
	if len(rest) == 0 {
		return c, nil
	}
	animal := ""
	if animal, rest, ok = cutWord(rest, animals); !ok {
		return Code{}, unknown(rest)
	}
	if len(rest) != 1 || !isNumber(rest[0]) {
		return Code{}, ErrCode
	}
	c.Secret = animal + "-" + rest[0]
	return c, nil
}

// unknown returns the error about the first of some words.
func unknown(words []string) error {
	if len(words) == 0 || isNumber(words[0]) {
		return ErrCode
	}
	return &UnknownWordError{words[0]}
}

// UnknownWordError means that a text has a word that is in no code.
type UnknownWordError struct{ Word string }

// Error returns a text for the log.
func (e *UnknownWordError) Error() string { return fmt.Sprintf("no code has the word %q", e.Word) }

// Is reports whether target is [ErrCode].
func (e *UnknownWordError) Is(target error) bool { return target == ErrCode }

// maxCode is the number of bytes of a text that are looked at.
const maxCode = 64

// split splits a text into words and numbers.
func split(text string) ([]string, error) {
	if len(text) > maxCode {
		return nil, ErrCode
	}
	var words []string
	last := rune(-1)
	for _, r := range strings.ToLower(text) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			if isLetter(last) != isLetter(r) || !isLetter(last) && !isDigit(last) {
				words = append(words, "")
			}
			words[len(words)-1] += string(r)
		case !unicode.In(r, unicode.Pd, unicode.Zs) && r != '_' && r != '\u2212':
			return nil, ErrCode
		}
		last = r
	}
	return words, nil
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' }
func isDigit(r rune) bool  { return '0' <= r && r <= '9' }

// cutWord removes the first word if it is on a list.
func cutWord(words, list []string) (first string, rest []string, ok bool) {
	if len(words) == 0 || !onList(words[0], list) {
		return "", words, false
	}
	return words[0], words[1:], true
}

func onList(word string, list []string) bool {
	_, found := slices.BinarySearch(list, word)
	return found
}

func isNumber(word string) bool {
	return len(word) == 2 && '1' <= word[0] && word[0] <= '9' && '0' <= word[1] && word[1] <= '9'
}

// isLookup reports whether a text has the form of a lookup.
func isLookup(text string) bool {
	if n := len(text); n > 2 && isNumber(text[n-2:]) {
		text = text[:n-2]
	}
	return onList(text, adjectives)
}

// NewSecret returns a random secret half, one of 23,040. It fails only if random does.
func NewSecret(random io.Reader) (string, error) {
	n, err := choose(random, len(animals)*numbers)
	if err != nil {
		return "", err
	}
	return animals[n/numbers] + "-" + strconv.Itoa(lowestNumber+n%numbers), nil
}

// NewCode returns a random code, one of 5,898,240, if one party makes both halves. It fails only if
// random does.
func NewCode(random io.Reader) (Code, error) {
	n, err := choose(random, len(adjectives))
	if err != nil {
		return Code{}, err
	}
	secret, err := NewSecret(random)
	return Code{Lookup: adjectives[n], Secret: secret}, err
}

// choose returns a random number from 0 to n-1, uniformly distributed; n is at most 2^16.
func choose(random io.Reader, n int) (int, error) {
	var b [3]byte
	for {
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return 0, fmt.Errorf("no random bytes for a code: %w", err)
		}
		drawn := int(b[0])<<16 | int(b[1])<<8 | int(b[2])
		if drawn < 1<<24/n*n {
			return drawn % n, nil
		}
	}
}

// SplitAddress splits an address of the form lookup@host:port into lookup and meeting point. Of any
// other address, the lookup is "".
func SplitAddress(addr string) (lookup, point string) {
	if lookup, point, found := strings.Cut(addr, "@"); found {
		return lookup, point
	}
	return "", addr
}

// The words of codes: easy to say and to type, of 3 to 8 letters, with an edit distance of at least
// two between any two. They are part of the protocol; a change of the lists is another version of
// it.
var (
	adjectives = strings.Fields(adjectiveList)
	animals    = strings.Fields(animalList)
)

// adjectiveList has the first words of codes, which find a host.
const adjectiveList = `
agile alert amber ample ancient aqua arctic arid atomic autumn azure baked bashful bendy bouncy
brainy breezy brisk bronze bubbly busy canny careful cheery chewy chilly chosen civic clean cloudy
coastal cool copper coral cosmic crisp curious curly dainty dapper daring decent digital distant
dotted double dreamy dusky eager earnest earthy ebony elated eloquent exact exotic fabled fair
famous fancy fertile festive fizzy flashy fleet fluffy flying foamy fond formal friendly frugal
fruity gallant gentle gifted gleaming global golden graceful grand great gritty groovy happy hardy
hazel helpful hidden hollow honest hopeful humble immense indigo inner jade jazzy jolly joyful
jumbo keen kind lacy lavish leafy light lilac liquid lone loud loyal lucid lucky lunar lush magic
magnetic marble maroon mellow mighty mindful minty mobile modest mossy musical mutual narrow neat
nifty nimble noble noisy novel oaken oblong olive open orange orbital oval pastel patient peachy
pearly perky pink poetic polished posh precise pretty prompt proper proud pure purple quaint quick
quiet radiant rapid ready regal rich ripe robust rocky rosy rough round ruby rugged rusty salty
sandy satin scarlet scenic serene shady sharp shiny silent silky sleek sleepy slender slow smiling
smooth snappy snowy soft solar solid special spiral spotted square stable stately steady stellar
still stout sturdy subtle sugary summer sunny supple swift tactful tall tangy teal tender thirsty
thrifty tidy timber trim truthful turbo twilight twin unique upbeat urban useful valiant valid
vast velvet verbal vibrant violet vivid vocal warm watchful wavy western wild willing winding
windy winter witty worthy zany zesty zippy
`

// animalList has the second words of codes, which are part of the proof.
const animalList = `
aardvark albacore alpaca anchovy ant anteater antelope baboon badger barnacle bear beaver bee
beetle bison bluebird bobcat buffalo bulldog bullfrog buzzard camel canary capybara caribou carp
cat catfish cheetah chipmunk cicada cobra cockatoo cod collie condor corgi cougar coyote crab
crane cricket crow cuckoo curlew dingo dolphin dormouse dove duck eagle echidna eel egret eland
elephant elk emu ermine falcon fennec ferret finch firefly flamingo flounder fox frog gannet
gazelle gecko gerbil gibbon giraffe goat goldfish goose gopher gorilla grebe grizzly grouse guppy
haddock halibut hamster hare harrier hawk hedgehog heron herring hippo hornet horse hyena ibex
ibis iguana impala jackal jackdaw jaguar jay kakapo kangaroo katydid kestrel kitten kiwi koala
kudu labrador ladybird lamb lapwing lark lemming lemur leopard limpet lion lizard llama lobster
locust lorikeet lynx macaw mackerel magpie mallard mammoth manatee mandrill mantis margay marlin
marmot marten mayfly meerkat minnow mongoose monkey moorhen mosquito moth mouse muskrat mussel
narwhal nuthatch ocelot octopus okapi opossum orca oriole oryx osprey ostrich owl oyster panda
pangolin panther parrot peacock pelican penguin pheasant pigeon pipit piranha platypus plover pony
poodle porpoise puffin puma python quail quetzal quokka rabbit raccoon raven reindeer rhino robin
rooster sailfish salmon sardine scallop scorpion seagull seahorse serval sheep shrew shrimp skunk
skylark sloth snail snake spaniel sparrow spider squid squirrel stag starfish starling stingray
stork sturgeon sunfish swallow swan tamarin tapir tench terrier thrush tiger toad tortoise toucan
trout tuna turkey turtle urchin viper vole vulture wagtail wallaby walrus warbler warthog wasp
weasel weevil whale whippet wildcat wolf wombat wren yak zebra
`
