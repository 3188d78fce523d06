import { describe, expect, it } from 'vitest'
import { healthCheckOf, type SettingsOf } from '../../core/application/run-settings'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import type { Health, HealthProbe } from './health-probe'
import { watchHealth } from './health-watch'

const ports = [
  { port: 80, hostPort: 50_000 },
  { port: 81, hostPort: 50_001 },
]

function watch(probe: HealthProbe, healthCheck: SettingsOf<'healthCheck'> = {}) {
  const clock = new VirtualClock()
  const reports: Health[] = []
  const end = new AbortController()
  const ended = watchHealth({
    ports,
    check: healthCheckOf({ healthCheck }),
    probe,
    clock,
    signal: end.signal,
    report: (health) => reports.push(health),
  })
  return { clock, reports, end, ended }
}

describe('a health watch', () => {
  it('is healthy only when every port is', async () => {
    let secondIsUp = false
    const { clock, reports } = watch(async ({ port }) =>
      port === 80 || secondIsUp ? { healthy: true } : { healthy: false, reason: 'port 81' },
    )
    await clock.advance(0)
    expect(reports).toEqual([{ healthy: false, reason: 'port 81' }])
    secondIsUp = true
    await clock.advance(100)
    expect(reports.at(-1)).toEqual({ healthy: true })
  })

  it('tells the slowest answer of the ports', async () => {
    const { clock, reports } = watch(async ({ port }) => ({ healthy: true, milliseconds: port }))
    await clock.advance(0)
    expect(reports).toEqual([{ healthy: true, milliseconds: 81 }])
  })

  it('asks every 15 seconds while it is healthy, and every second once it was not', async () => {
    const asked: number[] = []
    let second = 0
    const { clock } = watch(async ({ port }) => {
      if (port === 80) asked.push(second)
      return second < 30 || second > 32 ? { healthy: true } : { healthy: false, reason: 'no answer' }
    })
    await clock.advance(0)
    for (second = 1; second <= 50; second++) await clock.advance(1000)
    expect(asked).toEqual([0, 15, 30, 31, 32, 33, 48])
  })

  it('asks a healthy program no more often than its application wants', async () => {
    const asked: number[] = []
    let second = 0
    const probe: HealthProbe = async ({ port }) => {
      if (port === 80) asked.push(second)
      return { healthy: true }
    }
    const { clock } = watch(probe, { intervalSeconds: 60 })
    await clock.advance(0)
    for (second = 1; second <= 130; second++) await clock.advance(1000)
    expect(asked).toEqual([0, 60, 120])
  })

  it('gives a program that does not answer up after five seconds', async () => {
    const { clock, reports } = watch(
      (_mapping, _check, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ healthy: false, reason: 'given up' }))
        }),
    )
    await clock.advance(4999)
    expect(reports).toEqual([])
    await clock.advance(1)
    expect(reports).toEqual([{ healthy: false, reason: 'given up' }])
  })

  it('reports nothing after its end', async () => {
    const { clock, reports, end, ended } = watch(async () => ({ healthy: true }))
    await clock.advance(0)
    end.abort()
    await ended
    await clock.advance(10_000)
    expect(reports).toHaveLength(1)
  })
})
