//go:build !js

package engine

import "embed"

//go:embed books/*.book
var bookFiles embed.FS
