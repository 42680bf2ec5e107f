package main

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/google/licensecheck"
)

// publicDomain means a dedication to the public domain, which is not a licence.
const publicDomain = "public domain"

// allowed are the licences accepted for dependencies: they require a notice and nothing else. A
// patent grant may accompany them.
var allowed = []string{
	"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "OFL-1.1", "Unlicense", "Zlib", publicDomain, patents,
}

// patents is the file with an additional patent grant.
const patents = "GooglePatentsFile"

// known is the least percentage of licence text in a file. The rest may be copyright lines.
const known = 45

// errUnknown is the error of a text that is not one of a licence.
var errUnknown = errors.New("the licence is unknown")

// scanner knows all licences of licensecheck, and SQLite's dedication to the public domain.
var scanner = sync.OnceValues(func() (*licensecheck.Scanner, error) {
	return licensecheck.NewScanner(append(licensecheck.BuiltinLicenses(), licensecheck.License{ID: publicDomain, LRE: `
		All of the code and documentation in __3__ has been dedicated to the public domain by the authors. __250__
		((All of the deliverable code in __3__ has been written from scratch. __80__))??
		uncontaminated with licensed code from other projects.`}))
})

// licences returns the names of the licences in a text, in order. It returns an error for a text
// without a licence, with one that is not allowed, or with too much other text.
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
		return nil, errUnknown
	}
	return list, nil
}
