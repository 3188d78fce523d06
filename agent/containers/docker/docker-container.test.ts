import type Docker from 'dockerode'
import { beforeEach, describe, expect, it } from 'vitest'
import { VirtualClock } from '../../../tests/builders/virtual-clock'
import { silentLogger } from '../../../core/logging/logger'
import { toContainer } from './docker-container'

let clock: VirtualClock
beforeEach(() => {
  clock = new VirtualClock()
})

/** A container that has ended, and that Docker removes as `remove` says. */
function build(remove: () => Promise<void>) {
  const inspected = {
    Id: 'a',
    Config: { Env: [], Labels: {} },
    State: { ExitCode: 0, StartedAt: '', Pid: 0 },
  }
  const container = { wait: async () => {}, inspect: async () => inspected, remove }
  return toContainer(
    container as unknown as Docker.Container,
    inspected as unknown as Docker.ContainerInspectInfo,
    { clock, log: silentLogger },
  )
}

describe('discarding a container', () => {
  it('goes on while Docker does not answer', async () => {
    let asked = 0
    const container = build(async () => {
      asked += 1
      if (asked < 50) throw new Error('connect ECONNREFUSED')
    })
    await Promise.all([container.discard(), clock.advance(60_000)])
    expect(asked).toBe(50)
  })

  it('ends when Docker refuses again and again: the process must be started anew all the same', async () => {
    let asked = 0
    const container = build(async () => {
      asked += 1
      throw Object.assign(new Error('device or resource busy'), { statusCode: 500 })
    })
    await Promise.all([container.discard(), clock.advance(60_000)])
    expect(asked).toBe(10)
  })
})
