import { describe, expect, it } from 'vitest'
import { buildApplicationSpec } from '../builders/environment-parts'
import { buildLive } from './build-live'

const newsOf = async ({ status }: Awaited<ReturnType<typeof buildLive>>['bench']) =>
  (await status()).events.filter(({ outage }) => outage !== undefined)

describe('an application of which no process is healthy any more', () => {
  it('is down in the next pass, says why, and is told with its duration when it is up again', async () => {
    const { bench } = await buildLive(['web', { count: 2 }], ['api', { ports: [] }])
    const began = bench.clock.now()
    bench.agents.setIll('web', true)
    await bench.runUntil('web is down', async () => (await bench.status()).outages !== undefined)
    expect(bench.clock.now() - began).toBeLessThanOrEqual(15_000)
    expect(await bench.status()).toMatchObject({
      phase: 'Failure',
      message: expect.stringMatching(/^web is down\. ./) as string,
      outages: [{ applicationId: 'web', name: 'web' }],
    })
    await bench.runFor(60)
    expect(await newsOf(bench)).toMatchObject([
      {
        outage: 'outage',
        severity: 'ERROR',
        message: expect.stringMatching(/^web is down: none of its 2 processes is healthy\./) as string,
      },
    ])

    bench.agents.setIll('web', false)
    await bench.runUntil('web is up', async () => (await bench.status()).outages === undefined)
    expect((await newsOf(bench)).at(-1)).toMatchObject({
      outage: 'recovered',
      severity: 'INFO',
      message: expect.stringMatching(/^web is up again\. It was down for 1 min/) as string,
    })
    await bench.runUntilReady()
    expect((await bench.status()).phase).toBe('Ready')
  })

  it('is not down while it is on its way for the first time, replaced by another version, or wanted nowhere', async () => {
    const { bench } = await buildLive(['web', { count: 2 }])
    const next = await bench.deploy(buildApplicationSpec('web', { tag: '2' }), buildApplicationSpec('api'))
    await bench.runUntilPhase(next, 'Live', 60)
    await bench.changeSpec({ overrides: [{ applicationId: 'web', count: 0 }] })
    await bench.runFor(120)
    await bench.changeSpec({ overrides: [] })
    await bench.runFor(120)
    expect(await newsOf(bench)).toEqual([])
  })
})
