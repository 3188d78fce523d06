import type { Writable } from 'node:stream'

/** Writes as fast as it is read, until there is nobody to write to. Gives how many bytes were written. */
export function writeWithoutEnd(target: Writable, chunk = Buffer.alloc(64 * 1024, ' ')): Promise<number> {
  return new Promise((resolve) => {
    let written = 0
    let isGone = false
    const write = () => {
      while (!isGone) {
        written += chunk.length
        if (!target.write(chunk)) return
      }
    }
    target.on('drain', write)
    target.on('error', () => undefined)
    target.once('close', () => {
      isGone = true
      resolve(written)
    })
    write()
  })
}

/** Writes a little at a time, so that nobody who waits for silence ever hears it. Resolves when nobody is left to write to. */
export function writeSlowlyWithoutEnd(target: Writable, text = ' '): Promise<void> {
  return new Promise((resolve) => {
    const writing = setInterval(() => target.write(text), 5)
    target.on('error', () => undefined)
    target.once('close', () => {
      clearInterval(writing)
      resolve()
    })
  })
}
