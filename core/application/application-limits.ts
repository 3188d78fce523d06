/** The most that one application may have. */
export const applicationLimits = { cpuCount: 1_000, memoryMb: 100_000_000, numProcesses: 10_000 }
