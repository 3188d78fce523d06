import { describe, expect, it } from 'vitest'
import { scalingLines } from '../../core/environment-log/scaling-lines'
import type { ApplicationSpec } from '../../core/resources/application'
import { findCondition } from '../../core/resources/find-condition'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { putUnderLoad } from '../builders/put-under-load'
import { sendRequests } from '../builders/send-requests'
import { neverFewerServing } from './never-fewer-serving'

const minuteMs = 60_000
const bounds = { count: 2, maxProcesses: 10, targetRequests: 600 }

/** An environment that runs `web`, scaled between 2 and 10 processes by their requests. */
async function buildScaled(more: Partial<ApplicationSpec> = {}) {
  const bench = await buildEnvironmentBench()
  const web = buildApplicationSpec('web', { ...bounds, cpu: 0.5, ...more })
  await bench.runUntilPhase(await bench.deploy(web), 'Live', 120)
  await bench.runUntilReady()
  bench.watch(neverFewerServing(bench, 'web', bounds.count))
  return bench
}

const scalingOf = async (bench: EnvironmentBench) => (await bench.status()).scaling?.[0]
const numServing = (bench: EnvironmentBench) => bench.servingTags('web').length
const isAt = async (bench: EnvironmentBench, number: number) =>
  (await scalingOf(bench))?.number === number && numServing(bench) === number
const passed = (bench: EnvironmentBench, epoch: number) => () => bench.clock.now() > epoch

describe('an application that is scaled by requests', () => {
  it('rises and falls with them, says so, and asks CloudWatch once a minute', async () => {
    const bench = await buildScaled()
    const busyFrom = Math.ceil(bench.clock.now() / minuteMs + 10) * minuteMs
    const busyTo = busyFrom + 15 * minuteMs
    const calls: number[] = []
    bench.aws.faults.onCall('cloudwatch:GetMetricData', () => void calls.push(bench.clock.now()))
    await sendRequests(bench, 'web', (epoch) => (epoch >= busyFrom && epoch < busyTo ? 4_800 : 1_000))
    await bench.runUntil('it is busy', passed(bench, busyFrom), 900)
    expect(await scalingOf(bench)).toMatchObject({ number: 2, countsRequests: true })
    await bench.runUntil('half of a minute was heard of', async () => !(await isAt(bench, 2)), 240)
    expect(bench.clock.now()).toBeLessThanOrEqual(busyFrom + 3 * minuteMs)
    await bench.runUntil('enough serve', () => isAt(bench, 8), 600)
    expect(await scalingOf(bench)).toMatchObject({
      usedMeasure: 'requests',
      usedRequests: expect.any(Number),
    })
    expect(await scalingOf(bench)).not.toHaveProperty('usedPercentage')
    expect((await bench.messagesOf(scalingLines.out))[0]).toBe(
      'SDO scaled web from 2 to 4 processes: they had 1,200 requests each in a minute, the target is 600.',
    )
    bench.watch(() => {
      if (bench.clock.now() < busyTo && numServing(bench) < 8) throw new Error('It fell while it was busy.')
    })
    await bench.runUntil('it is as before', () => isAt(bench, 2), 1800)
    expect(bench.clock.now()).toBeGreaterThan(busyTo + 5 * minuteMs)
    expect((await bench.messagesOf(scalingLines.in)).at(-1)).toMatch(
      /^SDO scaled web from \d to 2 processes\. In five minutes they had at most \d+ requests each in a minute, the target is 600\.$/,
    )
    expect(await bench.messagesOf(scalingLines.blind)).toEqual([])
    const minutes = (bench.clock.now() - (calls[0] ?? 0)) / minuteMs
    expect(calls.length).toBeGreaterThan(minutes - 2)
    // Once an hour what load balancers consumed is read as well.
    expect(calls.length).toBeLessThanOrEqual(minutes + 3)
  })

  it('keeps its number while CloudWatch hears of nothing, and falls a quarter of an hour after the last request', async () => {
    const bench = await buildScaled()
    const silentFrom = Math.ceil(bench.clock.now() / minuteMs + 15) * minuteMs
    await sendRequests(
      bench,
      'web',
      () => 4_800,
      (epoch) => epoch < silentFrom,
    )
    await bench.runUntil('enough serve', () => isAt(bench, 8), 900)
    await bench.runUntil('it was silent for long', passed(bench, silentFrom + 16 * minuteMs), 3600)
    expect(await isAt(bench, 8)).toBe(true)
    expect(await bench.messagesOf(scalingLines.blind)).toEqual([])
    await bench.runUntil('it is as few as can be', () => isAt(bench, 2), 1200)
  })

  it('keeps its number while CloudWatch refuses, says so once, and goes on', async () => {
    const bench = await buildScaled()
    const quietFrom = Math.ceil(bench.clock.now() / minuteMs + 15) * minuteMs
    await sendRequests(bench, 'web', (epoch) => (epoch < quietFrom ? 2_400 : 300))
    await bench.runUntil('enough serve', () => isAt(bench, 4), 900)
    await bench.runUntil('it is quiet', passed(bench, quietFrom), 1200)
    bench.aws.faults.refuse('cloudwatch:GetMetricData', 'access-denied')
    await bench.runFor(20 * 60)
    expect(await scalingOf(bench)).toMatchObject({ number: 4, isBlind: true })
    expect(await bench.messagesOf(scalingLines.blind)).toEqual([
      'SDO cannot scale web: nothing has told how many requests it gets for three minutes. It keeps 4 processes.',
    ])
    expect(findCondition((await bench.status()).conditions, 'ScalingFollows')).toMatchObject({
      status: 'False',
      reason: 'AccessDenied',
    })
    expect((await bench.find())?.status?.phase).toBe('Ready')
    bench.aws.faults.refuse('cloudwatch:GetMetricData', 'access-denied', 0)
    await bench.runUntil('it is as few as can be', () => isAt(bench, 2), 1200)
    expect(await bench.messagesOf(scalingLines.sighted)).toHaveLength(1)
  })

  it('has as many as CPU needs beside them, and removes none until both agree', async () => {
    const bench = await buildScaled({ targetCpu: 60 })
    const began = Math.ceil(bench.clock.now() / minuteMs) * minuteMs
    const [cpuTo, requestsTo] = [began + 20 * minuteMs, began + 45 * minuteMs]
    putUnderLoad(bench, 'web', (epoch) => (epoch < cpuTo ? 1.8 : 0.2))
    await sendRequests(bench, 'web', (epoch) => (epoch < requestsTo ? 2_400 : 200))
    await bench.runUntil('CPU has enough', () => isAt(bench, 6), 1200)
    expect(await scalingOf(bench)).toMatchObject({ usedMeasure: 'cpu' })
    await bench.runUntil('requests decide', () => isAt(bench, 4), 2400)
    expect(bench.clock.now()).toBeGreaterThan(cpuTo)
    expect(await scalingOf(bench)).toMatchObject({ usedMeasure: 'requests' })
    bench.watch(() => {
      if (bench.clock.now() < requestsTo && numServing(bench) < 4) throw new Error('CPU alone removed some.')
    })
    await bench.runUntil('neither needs more than the least', () => isAt(bench, 2), 3600)
  })

  it('goes on where another controller left off, at whatever moment', async () => {
    const bench = await buildScaled()
    const busyTo = bench.clock.now() + 30 * minuteMs
    await sendRequests(bench, 'web', (epoch) => (epoch < busyTo ? 4_800 : 300))
    let looks = 0
    await bench.runUntil(
      'all are up, though no controller lives for long',
      () => {
        if (looks++ % 5 === 0) bench.replaceController()
        return isAt(bench, 8)
      },
      1200,
    )
    bench.watch(neverFewerServing(bench, 'web', 8, passed(bench, busyTo)))
    await bench.runUntil('the load falls', passed(bench, busyTo), 2400)
    bench.replaceController()
    await bench.runUntil('it is as few as can be', () => isAt(bench, 2), 1800)
  })

  it('and exposes no port follows its CPU, and asks CloudWatch nothing', async () => {
    const bench = await buildScaled({ ports: [] })
    bench.unwatch()
    const calls: string[] = []
    bench.aws.faults.onCall('cloudwatch:GetMetricData', (action) => void calls.push(action))
    await bench.runFor(600)
    expect(calls).toEqual([])
    expect(await scalingOf(bench)).not.toHaveProperty('countsRequests')
  })
})
