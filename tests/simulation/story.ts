import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

/** A moment in the life of an environment at which something may go wrong. */
export interface Moment {
  name: string
  reach(bench: EnvironmentBench): Promise<void>
}

const both = (tag: string) => [buildApplicationSpec('web', { tag }), buildApplicationSpec('api', { tag })]

const goLive = async (bench: EnvironmentBench) => {
  await bench.runUntilPhase(await bench.deploy(...both('1')), 'Live', 120)
  await bench.runUntilReady(60)
}

const runPasses = async (bench: EnvironmentBench, passes: number) => {
  for (let pass = 0; pass < passes; pass++) await bench.step()
}

export const atRest: Moment = { name: 'while it is at rest', reach: goLive }

export const moments: Moment[] = [
  { name: 'before anything is made', reach: () => Promise.resolve() },
  {
    name: 'while its network is being made',
    async reach(bench) {
      bench.aws.faults.throttle('ec2:CreateSecurityGroup', 2)
      await runPasses(bench, 2)
    },
  },
  { name: 'while nothing is deployed', reach: (bench) => bench.runUntilReady(60) },
  {
    name: 'when the first deployment is asked for',
    async reach(bench) {
      await bench.runUntilReady(60)
      await bench.deploy(...both('1'))
    },
  },
  {
    name: 'during the first deployment',
    async reach(bench) {
      await bench.deploy(...both('slow'))
      await bench.runUntil('it starts', () => bench.agents.running().length === 2, 60)
    },
  },
  atRest,
  {
    name: 'during a change of versions',
    async reach(bench) {
      await goLive(bench)
      await bench.deploy(...both('slow'))
      await bench.runUntil('the next ones start', () => bench.agents.running().length === 4, 60)
    },
  },
  {
    name: 'during the removal of an application',
    async reach(bench) {
      await goLive(bench)
      await bench.deploy(buildApplicationSpec('web'))
      await runPasses(bench, 2)
    },
  },
]

export const duringDeletion: Moment = {
  name: 'during its deletion',
  async reach(bench) {
    await goLive(bench)
    await bench.store.requestDelete('Environment', 'env-1')
    await runPasses(bench, 3)
  },
}

/** Nobody waits for the subscription to be looked at. */
export const buildStory = () => buildEnvironmentBench({ limits: { subscriptionSeconds: 60 } })

/** Whatever happened before, the environment takes another deployment. Answers which things there are then, by kind. */
export async function finishStory(bench: EnvironmentBench): Promise<void> {
  await bench.runUntil('what was under way has ended', async () => (await underWay(bench)).length === 0, 1000)
  const last = await bench.deploy(buildApplicationSpec('web', { tag: '3' }))
  await bench.runUntilPhase(last, 'Live', 300)
  await bench.runUntilReady(200)
}

const underWay = async (bench: EnvironmentBench) =>
  (await bench.store.list('Deployment')).filter(({ status }) => !status || status.phase === 'Deploying')

/** Of what comes and goes with the environment: log groups stay, and how many depends on what was ever to run. */
export function countThings(bench: EnvironmentBench): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind } of bench.aws.customer.listThings(bench.accountNumber))
    if (kind !== 'logGroups') counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

export const nothing = {
  instances: [],
  vpcs: [],
  loadBalancers: [],
  targetGroups: 0,
  securityGroups: 0,
  gateways: 0,
}
