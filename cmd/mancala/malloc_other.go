//go:build !linux

package main

func returnTextures() {}
