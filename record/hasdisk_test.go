//go:build !js

package record

const hasDisk = true
