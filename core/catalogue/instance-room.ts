/** Room that the system and the agent take on every instance. */
export const instanceOverhead = { cpu: 0.1, memoryMb: 350 }

/** Mebibytes to the unit of memoryMb, 1,000,000 bytes. */
export const megabytesPerMebibyte = 1.048576
