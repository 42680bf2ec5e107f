package main

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/google/licensecheck"
)

// publicDomain is the name of no licence at all: the authors have given up their rights.
const publicDomain = "public domain"

// allowed are the licences that the parts of the program may have: they ask for a notice and
// nothing else. A grant of patents may stand beside them.
var allowed = []string{
	"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "OFL-1.1", "Unlicense", "Zlib", publicDomain, patents,
}

// patents is a file that adds a grant to a licence.
const patents = "GooglePatentsFile"

// known is how much of a file, in percent, must be the text of licences. The rest may explain
// whose they are.
const known = 45

// scanner knows all licences of licensecheck, and the words by which SQLite gives up its rights.
var scanner = sync.OnceValues(func() (*licensecheck.Scanner, error) {
	return licensecheck.NewScanner(append(licensecheck.BuiltinLicenses(), licensecheck.License{ID: publicDomain, LRE: `
		All of the code and documentation in __3__ has been dedicated to the public domain by the authors. __250__
		((All of the deliverable code in __3__ has been written from scratch. __80__))??
		uncontaminated with licensed code from other projects.`}))
})

// licences returns the names of the licences in a text, in order. A text that holds none, another
// than those allowed, or too much else, is an error.
func licences(text []byte) ([]string, error) {
	s, err := scanner()
	if err != nil {
		return nil, err
	}
	found := s.Scan(text)
	var list []string
	for _, m := range found.Match {
		switch {
		case m.IsURL || m.ID == patents:
		case !slices.Contains(allowed, m.ID):
			return nil, fmt.Errorf("the licence %s is not allowed", m.ID)
		case !slices.Contains(list, m.ID):
			list = append(list, m.ID)
		}
	}
	if len(found.Match) == 0 || found.Percent < known {
		return nil, errors.New("the licence is unknown")
	}
	return list, nil
}
