import { openSync, readSync } from 'node:fs'

/** Of the wall clock; asking the system takes some microseconds, and the solver of linear programmes asks for the time without end. */
const millisecondsBetweenLooks = 0.5

/**
 * From now on the clocks of this process, at which the solver of linear programmes looks by itself, tell the processor time of the main
 * thread, which other work on the machine does not take away; where the system does not tell it (Linux does), that of the process.
 */
export function measureByProcessorTime(): void {
  const clock = processorClock()
  performance.now = clock
  Date.now = clock
}

/** In milliseconds. */
function processorClock(): () => number {
  const wallClock = performance.now.bind(performance)
  const look = threadClock() ?? processClock
  let lookedAt = -Infinity
  let milliseconds = 0
  return () => {
    const now = wallClock()
    if (now - lookedAt >= millisecondsBetweenLooks) {
      lookedAt = now
      milliseconds = look()
    }
    return milliseconds
  }
}

function threadClock(): (() => number) | undefined {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
    const buffer = Buffer.alloc(64)
    return () => {
      const length = readSync(file, buffer, 0, buffer.length, 0)
      return Number(buffer.toString('latin1', 0, length).split(' ')[0]) / 1e6
    }
  } catch {
    return undefined
  }
}

function processClock(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
