//go:build !linux

package main

import "runtime/debug"

func returnTextures() {}

func tidyMemory() { debug.FreeOSMemory() }
