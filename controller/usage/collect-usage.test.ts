import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InstanceMinute, UsageMinute } from '../../core/agent/protocol'
import { hourMilliseconds as hour, minuteMilliseconds as minute } from '../../core/time/durations'
import { buildInstance } from '../../tests/builders/environment-parts'
import { buildEnvironmentStatus } from '../../tests/builders/resource-status'
import { silentLogger } from '../../core/logging/logger'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { AgentUnreachableError } from '../agents/agents'
import type { AgentReport } from '../metrics/observe-agents'
import { collectUsage } from './collect-usage'

let clock: VirtualClock
let begin: number
let stopping: AbortController
let told: Map<string, UsageMinute[]>
let reports: Map<string, AgentReport>
let kept: InstanceMinute[]
let asked: [instance: string, after: number][]
let isDatabaseAway: boolean
/** Minutes in one answer of an agent. */
let longestAnswer: number

const usage = (epoch: number, cores = 0.5): UsageMinute => ({
  epoch,
  processes: [{ id: 'p', applicationId: 'shop', cores, mostCores: cores }],
})

beforeEach(() => {
  clock = new VirtualClock()
  begin = Math.floor(clock.now() / minute) * minute
  stopping = new AbortController()
  told = new Map()
  reports = new Map()
  kept = []
  asked = []
  isDatabaseAway = false
  longestAnswer = 100
})
afterEach(() => stopping.abort())

function hear(instance: string): void {
  const address = { host: '10.0.0.1', port: 1, instance }
  reports.set(instance, { address, heardAt: clock.now(), status: { instance, processes: [] } })
}

function collect(...instances: string[]): void {
  const status = buildEnvironmentStatus({ instances: instances.map((token) => buildInstance(token)) })
  void collectUsage(
    {
      environments: () => [{ metadata: { name: 'environment-1' }, status }],
      reports,
      agents: {
        async usage({ instance }, after) {
          asked.push([instance, after])
          const minutes = told.get(instance)
          if (!minutes) throw new AgentUnreachableError('It answered 404.')
          return { instance, minutes: minutes.filter(({ epoch }) => epoch > after).slice(0, longestAnswer) }
        },
      },
      async keep(minutes) {
        if (isDatabaseAway) throw new Error('away')
        kept.push(...minutes)
      },
      clock,
      log: silentLogger,
    },
    stopping.signal,
  )
}

const keptOf = (instance: string) =>
  kept.filter(({ clientToken }) => clientToken === instance).map(({ epoch }) => (epoch - begin) / minute)

describe('what processes use', () => {
  it('is taken from all agents once a minute, each minute once', async () => {
    for (const instance of ['a', 'b']) {
      hear(instance)
      told.set(instance, [usage(begin - 2 * minute), usage(begin - minute)])
    }
    collect('a', 'b')
    await clock.advance(0)
    expect([keptOf('a'), keptOf('b')]).toEqual([
      [-2, -1],
      [-2, -1],
    ])
    expect(asked).toEqual([
      ['a', 0],
      ['b', 0],
    ])
    expect(kept[0]).toMatchObject({ environmentId: 'environment-1', processes: [{ id: 'p', cores: 0.5 }] })
    told.get('a')?.push(usage(begin))
    await clock.advance(minute)
    expect([keptOf('a'), keptOf('b')]).toEqual([
      [-2, -1, 0],
      [-2, -1],
    ])
  })

  it('of an hour in which nobody asked is taken whole, in as many answers as it has', async () => {
    longestAnswer = 20
    hear('a')
    told.set(
      'a',
      Array.from({ length: 60 }, (_, index) => usage(begin - (60 - index) * minute)),
    )
    collect('a')
    await clock.advance(0)
    expect(keptOf('a')).toEqual(Array.from({ length: 60 }, (_, index) => index - 60))
  })

  it('is asked for again where it could not be kept', async () => {
    hear('a')
    told.set('a', [usage(begin - minute)])
    isDatabaseAway = true
    collect('a')
    await clock.advance(0)
    isDatabaseAway = false
    await clock.advance(minute)
    expect(keptOf('a')).toEqual([-1])
  })

  it('is not believed of the future, of long ago, or of no whole minute', async () => {
    hear('a')
    told.set('a', [
      usage(begin - 3 * hour),
      usage(begin - 90_500),
      usage(begin - minute),
      usage(begin + hour),
    ])
    collect('a')
    await clock.advance(0)
    expect(keptOf('a')).toEqual([-1])
  })

  it('is taken from the others where one does not know the call, and from nobody who is silent', async () => {
    hear('old')
    hear('silent')
    told.set('silent', [usage(begin - minute)])
    await clock.advance(3 * minute)
    hear('old')
    hear('a')
    told.set('a', [usage(begin)])
    collect('old', 'silent', 'a')
    await clock.advance(0)
    expect(kept.map(({ clientToken }) => clientToken)).toEqual(['a'])
    expect(asked.map(([instance]) => instance)).not.toContain('silent')
  })
})
