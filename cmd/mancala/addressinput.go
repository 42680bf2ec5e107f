package main

import (
	"io"
	"os"
	"strings"

	"mancala/internal/words"
)

// maxAddressInput limits the bytes of an address or an invite in a file.
const maxAddressInput = 1 << 10

// addressInput returns a given address. Since other users of this computer see the command line,
// "-" means a line of standard input, and "@FILE" the first line of a file. It reads only that line
// of standard input.
func addressInput(given string, stdin io.Reader) (string, error) {
	file, isFile := strings.CutPrefix(given, "@")
	switch {
	case given == "-":
		return addressLine(stdin)
	case !isFile:
		return given, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return "", words.Errorf("The address could not be read: %s.", err.Error())
	}
	defer f.Close()
	return addressLine(f)
}

// addressLine reads the first line that is not empty, byte by byte.
func addressLine(in io.Reader) (string, error) {
	var line []byte
	b := make([]byte, 1)
	for read := 0; read < maxAddressInput; {
		n, err := in.Read(b)
		if n > 0 && b[0] != '\n' {
			line = append(line, b[0])
		}
		read += n
		text := strings.TrimSpace(string(line))
		switch {
		case text != "" && (err == io.EOF || n > 0 && b[0] == '\n'):
			return text, nil
		case err == io.EOF:
			return "", words.Errorf("There is no address to read. Write an address, an invite or a code on the first line.")
		case err != nil:
			return "", words.Errorf("The address could not be read: %s.", err.Error())
		}
	}
	return "", words.Errorf("The first line is too long for an address, an invite or a code.")
}
