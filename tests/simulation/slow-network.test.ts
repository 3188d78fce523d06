import { expect, it } from 'vitest'
import { findCondition } from '../../core/resources/find-condition'
import { defaultLimits } from '../../controller/environment/policy'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { onlyFast } from './only-fast'

onlyFast()

const limits = { capacitySeconds: 120 }
const web = () => buildApplicationSpec('web')

it('a deployment fails for no want of instances while there are no subnets that any could be offered in', async () => {
  const bench = await buildEnvironmentBench({ limits })
  bench.aws.faults.refuse('ec2:CreateSubnet', 'not-found')
  const deployment = await bench.deploy(web())
  await bench.runFor(2 * limits.capacitySeconds)
  expect(await bench.phaseOf(deployment)).toBe('Deploying')
  expect(findCondition((await bench.status()).conditions, 'FleetReady')).toMatchObject({
    status: 'False',
    reason: 'Working',
    message: expect.stringContaining('The network is being created.') as string,
  })
  bench.aws.faults.clear()
  await bench.runUntilPhase(deployment, 'Live', 60)
})

it('a deployment fails for no want of instances while AWS does not list the network that they are launched into', async () => {
  const unlistedSeconds = 240
  const bench = await buildEnvironmentBench({
    limits,
    timings: { longAbsence: { chance: 1, ms: unlistedSeconds * 1000 } },
  })
  await bench.runUntilReady(60)
  const madeEpoch = bench.clock.now()
  await bench.runFor(defaultLimits.networkSurveySeconds + 10)
  const deployment = await bench.deploy(web())
  await bench.runFor(unlistedSeconds - (bench.clock.now() - madeEpoch) / 1000)
  expect(await bench.phaseOf(deployment)).toBe('Deploying')
  // Its load balancer is not listed either.
  await bench.runUntilPhase(deployment, 'Live', unlistedSeconds + limits.capacitySeconds)
})

it('from when the network is there, the time in which AWS launches none counts', async () => {
  const bench = await buildEnvironmentBench({ limits })
  bench.aws.faults.refuse('ec2:CreateSubnet', 'not-found')
  const deployment = await bench.deploy(web())
  await bench.runFor(2 * limits.capacitySeconds)
  bench.aws.faults.clear()
  bench.aws.faults.refuse('ec2:RunInstances', 'quota-exceeded')
  await bench.runFor(limits.capacitySeconds - 20)
  expect(await bench.phaseOf(deployment)).toBe('Deploying')
  await bench.runUntilPhase(deployment, 'Failed', 40)
})
