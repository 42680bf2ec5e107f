package wiring

import _ "embed" // the licences

// Version is the version of the program, as --version, About and the handshake tell it.
const Version = "0.2.0"

// Licences holds the licences of the program and of everything in it, as tools/notices writes them.
//
//go:embed notices.txt
var Licences string
