package main

import (
	"runtime/debug"

	"github.com/ebitengine/purego"
)

// returnTextures makes glibc map each block of at least 256 KiB separately, and so return it to the
// system when it is freed. Software OpenGL keeps textures in such blocks. Otherwise glibc raises
// that limit with each freed block, up to 32 MiB, and keeps a hundred MiB of freed textures.
func returnTextures() {
	const threshold = ^uintptr(2) // M_MMAP_THRESHOLD, -3
	glibc("mallopt", threshold, 256<<10)
}

// tidyMemory returns unused memory to the system: Go's, and the memory freed by graphics drivers.
func tidyMemory() {
	debug.FreeOSMemory()
	glibc("malloc_trim", 0)
}

// glibc calls a function of glibc. With another C library it does nothing.
func glibc(function string, args ...uintptr) {
	if at, err := purego.Dlsym(purego.RTLD_DEFAULT, function); err == nil {
		purego.SyscallN(at, args...)
	}
}
