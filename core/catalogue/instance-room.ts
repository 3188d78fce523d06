/** Room that the system and the agent take on every instance. */
export const instanceOverhead = { cpu: 0.1, memoryMb: 350 }

/** The system, and the images of two versions at up to 6.5 GB each while one replaces the other; the snapshot of the image takes no less. */
export const instanceDiskGib = 30

/** Mebibytes to the unit of memoryMb, 1,000,000 bytes. */
export const megabytesPerMebibyte = 1.048576
