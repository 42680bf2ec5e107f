//go:build !js

package main

import "github.com/atotto/clipboard"

func haveClipboard() bool { return !clipboard.Unsupported }

func readClipboard() (string, error) { return clipboard.ReadAll() }

func writeClipboard(text string) error { return clipboard.WriteAll(text) }
