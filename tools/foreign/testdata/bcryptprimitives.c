/* Go programs for Windows take random bytes from ProcessPrng, which Wine 8 lacks. */
#include <windows.h>

BOOLEAN WINAPI SystemFunction036(PVOID data, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
	return SystemFunction036(data, (ULONG)length);
}
