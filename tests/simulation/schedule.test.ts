import { describe, expect, it } from 'vitest'
import type { ScheduleEntry } from '../../core/application/schedule'
import { scalingLines } from '../../core/environment-log/scaling-lines'
import type { ApplicationSpec } from '../../core/resources/application'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { putUnderLoad } from '../builders/put-under-load'
import { neverFewerServing } from './never-fewer-serving'

const minuteMs = 60_000
const epoch = (text: string) => Date.parse(text)
const weekdays: ScheduleEntry = {
  start: '0 8 * * 1-5',
  end: '0 20 * * 1-5',
  timeZone: 'Europe/Berlin',
  processes: 5,
}

/** An environment that runs `web`, from a moment on. */
async function buildAt(text: string, application: Partial<ApplicationSpec>) {
  // Nobody waits for an hour here before what is settled is looked at more seldom.
  const bench = await buildEnvironmentBench({ limits: { quietSeconds: 60 } })
  bench.clock.set(epoch(text) - bench.clock.now())
  const web = buildApplicationSpec('web', { count: 2, schedule: [weekdays], ...application })
  await bench.runUntilPhase(await bench.deploy(web), 'Live', 120)
  await bench.runUntilReady()
  return { bench, web }
}

const numServing = (bench: EnvironmentBench) => bench.servingTags('web').length
const runUntilTime = (bench: EnvironmentBench, text: string) =>
  bench.runFor((epoch(text) - bench.clock.now()) / 1000)
const runUntilServing = (bench: EnvironmentBench, number: number, withinSeconds = 300) =>
  bench.runUntil(`${number} serve`, () => numServing(bench) === number, withinSeconds)

describe('an application with a schedule', () => {
  it('has more processes in the hours of another time zone, and rests in between', async () => {
    const { bench } = await buildAt('2026-11-27T06:50:00Z', {})
    bench.watch(neverFewerServing(bench, 'web', 2))
    expect(numServing(bench)).toBe(2)
    await runUntilTime(bench, '2026-11-27T06:59:50Z')
    expect(numServing(bench)).toBe(2)
    await runUntilServing(bench, 5)
    expect(bench.clock.now()).toBeLessThan(
      epoch('2026-11-27T07:00:00Z') + 4 * minuteMs + bench.patience * 1000,
    )
    expect((await bench.status()).scaling).toMatchObject([
      {
        number: 5,
        schedule: { processes: 5, untilEpoch: epoch('2026-11-27T19:00:00Z'), timeZone: 'Europe/Berlin' },
      },
    ])
    expect(await bench.messagesOf(scalingLines.scheduled)).toEqual([
      'SDO scaled web from 2 to 5 processes by its schedule, until Fri 27 Nov, 20:00 Europe/Berlin.',
    ])
    await bench.runUntilReady(1200)

    const passes = bench.passes()
    await bench.runFor(1_200)
    // Where there would be one every ten seconds.
    expect(bench.passes() - passes).toBeLessThan(1_200 / 10 / 3)

    bench.clock.set(epoch('2026-11-27T18:55:00Z') - bench.clock.now())
    await runUntilTime(bench, '2026-11-27T18:59:50Z')
    expect(numServing(bench)).toBe(5)
    await runUntilServing(bench, 2, 120)
    expect(await bench.messagesOf(scalingLines.scheduleEnded)).toEqual([
      'SDO scaled web from 5 to 2 processes: its schedule asks for no more at this time.',
    ])
    expect((await bench.status()).scaling).toBeUndefined()
    await bench.runUntilReady(1200)
  })

  it('runs at no time but that of its schedule where people asked for 0 processes', async () => {
    const { bench } = await buildAt('2026-11-27T18:30:00Z', { count: 0 })
    expect(numServing(bench)).toBe(5)
    await runUntilTime(bench, '2026-11-27T18:59:50Z')
    await bench.runUntil('nothing runs', () => bench.livingInstances().length === 0, 1800)
    expect((await bench.status()).outages ?? []).toEqual([])
    // Friday: it stays so over the weekend.
    bench.clock.set(epoch('2026-11-30T06:55:00Z') - bench.clock.now())
    await bench.runFor(240)
    expect(bench.livingInstances()).toEqual([])
    await runUntilServing(bench, 5, 900)
    expect(await bench.messagesOf(scalingLines.scheduled)).toEqual([
      'SDO scaled web from 0 to 5 processes by its schedule, until Fri 27 Nov, 20:00 Europe/Berlin.',
      'SDO scaled web from 0 to 5 processes by its schedule, until Mon 30 Nov, 20:00 Europe/Berlin.',
    ])
  })

  it('follows the clock of its place in the night in which that is set forward', async () => {
    const night = { ...weekdays, start: '0 1 * * *', end: '0 4 * * *' }
    const { bench } = await buildAt('2026-03-28T23:50:00Z', { schedule: [night] })
    await runUntilServing(bench, 5, 1200)
    bench.clock.set(epoch('2026-03-29T01:50:00Z') - bench.clock.now())
    // 04:00 is an hour sooner than without the change: the clock skips the one from two to three.
    await runUntilTime(bench, '2026-03-29T01:59:50Z')
    expect(numServing(bench)).toBe(5)
    await runUntilServing(bench, 2, 120)
  })

  it('has its number as soon as a controller is there that was away at the time', async () => {
    const { bench } = await buildAt('2026-11-27T06:50:00Z', {})
    await bench.clock.advance(20 * minuteMs)
    bench.replaceController()
    await runUntilServing(bench, 5, 600)
    bench.clock.set(epoch('2026-11-27T18:50:00Z') - bench.clock.now())
    await bench.clock.advance(20 * minuteMs)
    bench.replaceController()
    await runUntilServing(bench, 2, 600)
    expect(await bench.messagesOf(scalingLines.scheduled)).toHaveLength(1)
    expect(await bench.messagesOf(scalingLines.scheduleEnded)).toHaveLength(1)
  })

  it('is scaled by its use from there, and loses none at its end that its use needs', async () => {
    const { bench } = await buildAt('2026-11-27T06:55:00Z', { cpu: 0.5, maxProcesses: 10, targetCpu: 60 })
    const busyFrom = epoch('2026-11-27T18:45:00Z')
    putUnderLoad(bench, 'web', (now) => (now >= busyFrom ? 2.1 : 0.4))
    await runUntilTime(bench, '2026-11-27T06:59:50Z')
    expect(numServing(bench)).toBe(2)
    await runUntilServing(bench, 5)
    bench.watch(neverFewerServing(bench, 'web', 5))
    // Its use alone would need two.
    await bench.runFor(900)
    expect(numServing(bench)).toBe(5)
    bench.clock.set(busyFrom - 2 * minuteMs - bench.clock.now())
    await bench.runUntil('its use has added some', () => numServing(bench) === 7, 1800)
    await runUntilTime(bench, '2026-11-27T19:10:00Z')
    expect(numServing(bench)).toBe(7)
    expect(await bench.messagesOf(scalingLines.scheduleEnded)).toEqual([])
  })

  it('loses no process while a deployment is in progress, and has fewer after it', async () => {
    const { bench, web } = await buildAt('2026-11-27T18:30:00Z', {})
    bench.watch(neverFewerServing(bench, 'web', 5, () => bench.clock.now() > until))
    let until = Infinity
    bench.clock.set(epoch('2026-11-27T18:59:58Z') - bench.clock.now())
    const next = await bench.deploy({ ...web, versionId: 'web-2', versionName: '2', tag: '2' })
    await bench.runUntilPhase(next, 'Live', 600)
    expect(bench.clock.now()).toBeGreaterThan(epoch('2026-11-27T19:00:00Z'))
    until = bench.clock.now()
    await runUntilServing(bench, 2)
  })

  it('takes another schedule of its environment at once, and none', async () => {
    const { bench } = await buildAt('2026-11-27T11:00:00Z', {})
    await runUntilServing(bench, 5)
    await bench.changeSpec({
      overrides: [{ applicationId: 'web', schedule: [{ ...weekdays, processes: 3 }] }],
    })
    await runUntilServing(bench, 3)
    await bench.changeSpec({ overrides: [{ applicationId: 'web', schedule: [] }] })
    await runUntilServing(bench, 2)
    expect((await bench.status()).scaling).toBeUndefined()
  })
})
