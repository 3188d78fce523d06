import { expect, it } from 'vitest'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { mostProcesses } from '../../controller/environment/bound-status'

it('fails a deployment of more processes than a status has room for, says how many there may be, and keeps what ran', async () => {
  const bench = await buildEnvironmentBench()
  const small = await bench.deploy(buildApplicationSpec('web', { count: 2 }))
  await bench.runUntilPhase(small, 'Live')
  const huge = await bench.deploy(buildApplicationSpec('web', { count: mostProcesses.deployed, tag: '2' }))
  await bench.runUntilPhase(huge, 'Failed')
  const { message } = (await bench.store.get('Deployment', huge))?.status ?? {}
  expect(message).toMatch(/at most 2400 processes at a time.*this would be 2402\. Deploy fewer at once\./)
  expect(bench.servingTags()).toEqual(['1', '1'])
})
