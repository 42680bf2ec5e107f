package main

import "github.com/ebitengine/purego"

// returnTextures makes glibc map each block of at least 256 KiB by itself, and so return it to the
// system when it is freed. Software OpenGL keeps textures in such blocks. By itself glibc raises
// that size with each freed block, up to 32 MiB, and keeps a hundred MiB of freed textures. It does
// nothing with another C library.
func returnTextures() {
	const (
		mmapThreshold = -3 // M_MMAP_THRESHOLD of malloc.h
		size          = 256 << 10
	)
	if mallopt, err := purego.Dlsym(purego.RTLD_DEFAULT, "mallopt"); err == nil {
		param := mmapThreshold
		purego.SyscallN(mallopt, uintptr(param), size)
	}
}
