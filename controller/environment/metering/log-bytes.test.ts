import { describe, expect, it } from 'vitest'
import type { AgentStatus } from '../../../core/agent/protocol'
import type { EnvironmentStatus } from '../../../core/resources/environment'
import { buildInstance, buildProcess } from '../../../tests/builders/environment-parts'
import { Moment } from '../rest/moment'
import { hearLogBytes, takeLogBytes, type SaidLogBytes } from './log-bytes'

const minute = 60_000
const hour = 60 * minute

/** An environment on instances `a` and `b`, whose agents say what a test says at its minutes. */
function buildMeter() {
  const status: Pick<EnvironmentStatus, 'instances' | 'metered' | 'processes'> = {
    instances: [buildInstance('a'), buildInstance('b')],
    processes: [buildProcess('p', { clientToken: 'a' }), buildProcess('q', { clientToken: 'b' })],
  }
  let memory: SaidLogBytes = new Map()
  return {
    status,
    say(epoch: number, said: Record<string, number | undefined>) {
      const reports = Object.entries(said).map(
        ([instance, logBytes]) => [instance, { instance, processes: [], logBytes } as AgentStatus] as const,
      )
      takeLogBytes(status, new Map(reports), memory, new Moment(epoch))
      return status.metered?.logBytes
    },
    hear(said: Record<string, number>) {
      const answers = Object.entries(said).map(
        ([instance, logBytes]) => [instance, { instance, processes: [], logBytes } as AgentStatus] as const,
      )
      hearLogBytes(memory, new Map(answers))
    },
    forget: () => (memory = new Map()),
  }
}

describe('what CloudWatch Logs took in', () => {
  it('is taken over once an hour, and adds up over instances', () => {
    const { say } = buildMeter()
    expect(say(0, { a: 10, b: 5 })).toBe(15)
    expect(say(30 * minute, { a: 100, b: 50 })).toBe(15)
    expect(say(hour, { a: 110, b: 60 })).toBe(170)
  })

  it('changes nothing in an environment that prints nothing', () => {
    const { say, status } = buildMeter()
    say(0, { a: 10, b: 5 })
    const before = structuredClone(status)
    say(5 * hour, { a: 10, b: 5 })
    expect(status).toEqual(before)
  })

  it('loses nothing by a controller that was away, or is another one', () => {
    const { say, forget } = buildMeter()
    say(0, { a: 10, b: 5 })
    forget()
    expect(say(50 * hour, { a: 1010, b: 505 })).toBe(1515)
  })

  it('takes over at once what an instance says that is about to go, and from memory what one said that is gone', () => {
    const { say, status } = buildMeter()
    say(0, { a: 10, b: 5 })
    const [leaving] = status.instances
    if (leaving) leaving.phase = 'Draining'
    expect(say(minute, { a: 30, b: 50 })).toBe(35)
    status.instances = []
    expect(say(2 * minute, {})).toBe(35 + 45)
    expect(say(3 * minute, {})).toBe(35 + 45)
  })

  it('takes over what an instance said between looks, before it was gone', () => {
    const { say, hear, status } = buildMeter()
    say(0, { a: 10, b: 5 })
    hear({ a: 70, unknown: 1000 })
    status.instances = status.instances.filter(({ clientToken }) => clientToken !== 'a')
    expect(say(minute, { b: 5 })).toBe(15 + 60)
  })

  it('counts a counter that began anew from its beginning', () => {
    const { say } = buildMeter()
    say(0, { a: 1000, b: 0 })
    expect(say(hour, { a: 7, b: 0 })).toBe(1007)
    expect(say(2 * hour, { a: 9, b: 0 })).toBe(1009)
  })

  it('is said to be incomplete while an agent cannot tell, and to be whole once all can', () => {
    const { say, status } = buildMeter()
    say(0, { a: 1, b: undefined })
    expect(status.metered).toMatchObject({ logBytes: 1, lacksLogs: true })
    say(minute, {})
    expect(status.metered).toMatchObject({ lacksLogs: true })
    say(2 * minute, { a: 1, b: 1 })
    expect(status.metered?.lacksLogs).toBeUndefined()
  })
})
