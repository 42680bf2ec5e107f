package main

import (
	"bytes"

	"github.com/go-text/typesetting/font/opentype"
)

// unpackFont returns a WOFF font as TrueType. The page is packed as a whole, which packs the tables
// of many similar fonts better than WOFF does each. Tables with names and styles are left out,
// since nothing is drawn from them.
func unpackFont(woff []byte) ([]byte, error) {
	loader, err := opentype.NewLoader(bytes.NewReader(woff))
	if err != nil {
		return nil, err
	}
	var tables []opentype.Table
	for _, tag := range loader.Tables() {
		switch tag.String() {
		case "name", "post", "STAT", "gasp":
			continue
		}
		content, err := loader.RawTable(tag)
		if err != nil {
			return nil, err
		}
		tables = append(tables, opentype.Table{Tag: tag, Content: content})
	}
	return opentype.WriteTTF(tables), nil
}
