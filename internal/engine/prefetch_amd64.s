#include "textflag.h"

// func prefetch(at *[prefetches]uintptr)
TEXT ·prefetch(SB), NOSPLIT, $0-8
	MOVQ at+0(FP), AX
	MOVQ 0(AX), BX
	MOVQ 8(AX), CX
	MOVQ 16(AX), DX
	MOVQ 24(AX), SI
	PREFETCHT0 (BX)
	PREFETCHT0 (CX)
	PREFETCHT0 (DX)
	PREFETCHT0 (SI)
	MOVQ 32(AX), BX
	MOVQ 40(AX), CX
	MOVQ 48(AX), DX
	MOVQ 56(AX), SI
	PREFETCHT0 (BX)
	PREFETCHT0 (CX)
	PREFETCHT0 (DX)
	PREFETCHT0 (SI)
	RET

// func publish(at *uint64, word uint64)
TEXT ·publish(SB), NOSPLIT, $0-16
	MOVQ at+0(FP), AX
	MOVQ word+8(FP), BX
	MOVQ BX, (AX)
	RET
