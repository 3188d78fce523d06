import { expect, it } from 'vitest'
import { processLines } from '../../core/environment-log/process-lines'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

const troubles = async (tag: string, seconds: number) => {
  const bench = await buildEnvironmentBench()
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { tag })), 'Live', 60)
  await bench.runFor(seconds)
  const { processes, events } = await bench.status()
  const [process] = processes
  const about = { applicationId: process?.applicationId, processId: process?.id }
  return { about, troubles: events.filter(({ severity }) => severity === 'ERROR') }
}

it('tells of each process that ended and was started again while nobody looked, and which it was', async () => {
  const { about, troubles: told } = await troubles('restless', 900)
  const { code } = processLines.restarted
  expect(told).toMatchObject([
    { ...about, code },
    { ...about, code },
  ])
}, 60_000)

it('tells of a crash loop instead once it is one, in one line', async () => {
  const { about, troubles: told } = await troubles('fleeting', 900)
  const { restarted, crashLoop } = processLines
  expect(told).toMatchObject([
    { ...about, code: restarted.code },
    { ...about, code: restarted.code },
    { ...about, code: crashLoop.code },
  ])
}, 60_000)
