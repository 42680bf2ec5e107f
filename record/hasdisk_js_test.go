package record

const hasDisk = false
