package meet

import "strings"

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
