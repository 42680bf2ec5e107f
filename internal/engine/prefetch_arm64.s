#include "textflag.h"

// func prefetch(at *[prefetches]uintptr)
TEXT ·prefetch(SB), NOSPLIT, $0-8
	MOVD at+0(FP), R0
	LDP  0(R0), (R1, R2)
	LDP  16(R0), (R3, R4)
	PRFM (R1), PLDL1KEEP
	PRFM (R2), PLDL1KEEP
	PRFM (R3), PLDL1KEEP
	PRFM (R4), PLDL1KEEP
	LDP  32(R0), (R1, R2)
	LDP  48(R0), (R3, R4)
	PRFM (R1), PLDL1KEEP
	PRFM (R2), PLDL1KEEP
	PRFM (R3), PLDL1KEEP
	PRFM (R4), PLDL1KEEP
	RET
