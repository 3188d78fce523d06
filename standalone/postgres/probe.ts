import { createServer } from 'node:net'
import pg from 'pg'

const adoptionTimeoutMilliseconds = 5_000

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Whether a server at `url` lets us in now. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  // A server that goes away while we ask is an answer too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** Whether a server that is there answers, also when it is only just starting or still recovering. */
export async function answersSoon(pid: number, url: string): Promise<boolean> {
  const deadline = Date.now() + adoptionTimeoutMilliseconds
  while (isAlive(pid) && Date.now() < deadline) {
    if (await answers(url)) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
