import fc from 'fast-check'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createHostPorts, firstHostPort, lastHostPort } from './host-ports'

const hostPort = fc.integer({ min: firstHostPort, max: lastHostPort })

describe('host ports', () => {
  it('are free, within the range, and never given twice', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(hostPort, { minLength: 1, maxLength: 20 }),
        fc.uniqueArray(hostPort, { maxLength: 20 }),
        async (candidates, occupied) => {
          let next = 0
          const hostPorts = createHostPorts({
            isFree: async (port) => !occupied.includes(port),
            firstCandidate: () => candidates[next++ % candidates.length] ?? firstHostPort,
          })
          const all = await Promise.all([hostPorts.allocate([80, 81], []), hostPorts.allocate([80, 82], [])])
          const given = all.flat().map((mapping) => mapping.hostPort)
          expect(new Set(given).size).toBe(4)
          for (const port of given) {
            expect(occupied).not.toContain(port)
            expect(port).toBeGreaterThanOrEqual(firstHostPort)
            expect(port).toBeLessThanOrEqual(lastHostPort)
          }
        },
      ),
    ))

  it('stay the same for a process that starts again, unless they are taken', async () => {
    const occupied = new Set<number>()
    const hostPorts = createHostPorts({
      isFree: async (port) => !occupied.has(port),
      firstCandidate: () => 60_000,
    })
    const before = await hostPorts.allocate([80, 81], [])
    hostPorts.release(before)
    expect(await hostPorts.allocate([80, 81], [...before].reverse())).toEqual(before)
    hostPorts.release(before)
    occupied.add(60_000)
    expect(await hostPorts.allocate([80, 81], before)).toEqual([
      { port: 80, hostPort: 60_001 },
      { port: 81, hostPort: 60_002 },
    ])
  })

  it('are given back when not all that are needed are free', async () => {
    let free = [firstHostPort]
    const hostPorts = createHostPorts({ isFree: async (port) => free.includes(port) })
    await expect(hostPorts.allocate([80, 81], [])).rejects.toThrow('is free')
    free = [firstHostPort, lastHostPort]
    await expect(hostPorts.allocate([80, 81], [])).resolves.toHaveLength(2)
  })

  it('pass over those that another program of the machine listens to', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const taken = typeof address === 'object' && address ? address.port : 0
    const hostPorts = createHostPorts()
    const [mapping] = await hostPorts.allocate([80], [{ port: 80, hostPort: taken }])
    expect(mapping?.hostPort).not.toBe(taken)
    other.close()
  })
})
