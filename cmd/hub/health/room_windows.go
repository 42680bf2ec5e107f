package health

import "golang.org/x/sys/windows"

// free returns how many bytes are free for this user on the disk of a folder.
func free(dir string) (bytes uint64, err error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(path, &bytes, nil, nil)
	}
	return bytes, err
}
