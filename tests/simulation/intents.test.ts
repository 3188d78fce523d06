import { expect, it } from 'vitest'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

it('every launch and every process asked of an agent stood in the status before', async () => {
  const bench = await buildEnvironmentBench()
  const unannounced: string[] = []
  let launches = 0
  bench.aws.faults.onCall('ec2:RunInstances', async () => {
    launches += 1
    const { instances } = await bench.status()
    const intents = instances.filter(({ phase, instanceId }) => phase === 'Launching' && !instanceId)
    if (intents.length === 0) unannounced.push('a launch')
  })
  const { agents } = bench.ports
  bench.replaceController({
    agents: {
      status: (address) => agents.status(address),
      replace: (address, replacement) => agents.replace(address, replacement),
      resolveImages: (address, questions) => agents.resolveImages(address, questions),
      usage: (address, afterEpoch) => agents.usage(address, afterEpoch),
      async apply(address, desired) {
        const recorded = (await bench.status()).processes.map(({ id }) => id)
        unannounced.push(...desired.processes.map(({ id }) => id).filter((id) => !recorded.includes(id)))
        return agents.apply(address, desired)
      },
    },
  })

  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { count: 2, cpu: 3 })), 'Live')
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { tag: '2', cpu: 3 })), 'Live')
  await bench.changeSpec({ overrides: [{ applicationId: 'web', count: 5 }] })
  await bench.runUntil('five serve', () => bench.servingTags().length === 5)

  expect(launches).toBeGreaterThan(2)
  expect(unannounced).toEqual([])
})
