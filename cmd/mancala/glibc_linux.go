package main

import (
	"runtime/debug"

	"github.com/ebitengine/purego"
)

// returnTextures makes glibc map each block of at least 256 KiB separately, and so return it to the
// system when it is freed. Software OpenGL keeps textures in such blocks. Otherwise glibc raises
// that limit with each freed block, up to 32 MiB, and keeps a hundred MiB of freed textures. Of
// smaller blocks it keeps 4 MiB: returning the rest of each frame and asking for it again takes a
// seventh of a moving board's processor time.
func returnTextures() {
	const mapped, kept = ^uintptr(2), ^uintptr(0) // M_MMAP_THRESHOLD, -3, and M_TRIM_THRESHOLD, -1
	glibc("mallopt", mapped, 256<<10)
	glibc("mallopt", kept, 4<<20)
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
