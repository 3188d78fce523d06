import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { buildHttps, type CertificateBench } from './certificate-bench'

type Happenings<Bench> = Record<string, (bench: Bench) => Promise<unknown>>

/** An environment, and what may happen to it. */
interface Stage<Bench> {
  build(seed: number, sparesNoPass: boolean): Promise<Bench>
  happenings: Happenings<Bench>
}

/** Nobody waits for an hour here before what is settled is looked at more seldom. */
const limits = { quietSeconds: 60 }

async function buildLive(seed: number, sparesNoPass: boolean): Promise<EnvironmentBench> {
  const bench = await buildEnvironmentBench({ seed, sparesNoPass, limits })
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { count: 2 })), 'Live')
  await bench.runUntilReady()
  return bench
}

async function buildServing(seed: number, sparesNoPass: boolean): Promise<CertificateBench> {
  const bench = await buildHttps({ seed, sparesNoPass, limits })
  // What hands do to it is seen.
  bench.unwatch()
  await bench.runUntilReady()
  return bench
}

const askToExamine = ({ changeSpec, clock }: EnvironmentBench) =>
  changeSpec({ examineRequestedEpoch: clock.now() })

/** What may happen to an environment while it rests, none of which hides an agent. */
const happenings: Happenings<EnvironmentBench> = {
  'a process falls ill': async ({ agents }) => agents.setIll('web', true),
  'it is well again': async ({ agents }) => agents.setIll('web', false),
  'its load balancer finds fault with it': async ({ agents }) => void agents.failingForBalancers.add('web'),
  'its load balancer finds no fault': async ({ agents }) => void agents.failingForBalancers.delete('web'),
  'AWS tells nothing of targets': async ({ aws }) =>
    aws.faults.refuse('elasticloadbalancing:DescribeTargetHealth', 'access-denied'),
  'AWS tells all again': async ({ aws }) => aws.faults.clear(),
  'more are wanted': ({ changeSpec }) => changeSpec({ overrides: [{ applicationId: 'web', count: 3 }] }),
  // All or none: which of several alike is drained depends on their ids, which are drawn at random.
  'it has a schedule': ({ changeSpec }) => {
    const often = { start: '*/4 * * * *', end: '2-59/4 * * * *', timeZone: 'UTC', processes: 2 }
    return changeSpec({ overrides: [{ applicationId: 'web', count: 0, schedule: [often] }] })
  },
  'it sleeps by a schedule': ({ changeSpec, clock }) => {
    const often = { timeZone: 'UTC', sleep: '*/4 * * * *', wake: '2-59/4 * * * *' }
    return changeSpec({ sleep: { schedule: { ...often, setEpoch: clock.now() } } })
  },
  'a version is deployed': ({ deploy }) => deploy(buildApplicationSpec('web', { count: 2, tag: '2' })),
  'an instance gets its warning': async ({ aws, accountNumber, livingInstances }) => {
    const [spot] = livingInstances().filter(({ market }) => market === 'spot')
    if (spot) await aws.interrupt(accountNumber, spot.id)
  },
  'somebody asks to examine it': askToExamine,
  'a rule is deleted by hand': async ({ aws, accountNumber, snapshot }) => {
    const rule = snapshot().things.find(({ kind, owner }) => kind === 'securityGroupRule' && owner === 'sdo')
    if (rule) await aws.customer.deleteThing(accountNumber, rule.id)
  },
}

/** What may happen to its HTTPS. */
const happeningsOfNames: Happenings<CertificateBench> = {
  'a certificate is deleted by hand': async ({ aws, accountNumber, certificates }) => {
    const [certificate] = certificates()
    if (certificate) await aws.customer.deleteThing(accountNumber, certificate.id)
  },
  'HTTPS is closed by hand': async ({ aws, accountNumber, snapshot }) => {
    const [balancer] = snapshot().loadBalancers
    if (balancer?.listeners.some(({ port }) => port === 443))
      await aws.customer.deleteThing(accountNumber, `${balancer.id}/listener/443`)
  },
  'somebody asks to examine it': askToExamine,
  'its zone is linked no longer': ({ unlink }) => unlink(),
}

/** Ids that are drawn at random get the number of their first appearance. */
function numbered(text: string, known: Map<string, number>): string {
  return text.replaceAll(/[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}/g, (id) => {
    known.set(id, known.get(id) ?? known.size)
    return `#${known.get(id)}`
  })
}

/** Each status that is written and each thing that is done in AWS, with its time, while things happen. */
async function tell<Bench extends EnvironmentBench>(
  { build, happenings }: Stage<Bench>,
  seed: number,
  sparesNoPass: boolean,
  story: { minutes: number; what: string }[],
) {
  const bench = await build(seed, sparesNoPass)
  const told: string[] = []
  const known = new Map<string, number>()
  const began = bench.clock.now()
  const add = (what: string) => told.push(`${bench.clock.now() - began} ${what}`)
  bench.aws.faults.onCall('*', (action) => void (/:(Describe|List|Get)/.test(action) || add(action)))
  const runFor = async (minutes: number) => {
    const end = bench.clock.now() + minutes * 60_000
    while (bench.clock.now() < end) {
      const at = bench.clock.now() - began
      const before = JSON.stringify(await bench.status())
      await bench.step()
      const after = JSON.stringify(await bench.status())
      if (after !== before) told.push(numbered(`${at} ${after}`, known))
    }
  }
  const before = bench.passes()
  for (const { minutes, what } of story) {
    await runFor(minutes)
    await happenings[what]?.(bench)
  }
  await runFor(7)
  return { told, passes: bench.passes() - before }
}

describe('a pass that is spared', () => {
  async function compare<Bench extends EnvironmentBench>(stage: Stage<Bench>, numRuns: number) {
    let spared = 0
    const event = fc.record({
      minutes: fc.integer({ min: 0, max: 7 }),
      what: fc.constantFrom(...Object.keys(stage.happenings)),
    })
    const story = fc.array(event, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1000 }), story, async (seed, events) => {
        const sparing = await tell(stage, seed, false, events)
        const all = await tell(stage, seed, true, events)
        expect(sparing.told).toEqual(all.told)
        spared += all.passes - sparing.passes
      }),
      { numRuns },
    )
    expect(spared).toBeGreaterThan(15 * numRuns)
  }

  it('would have changed nothing: whatever happens and when, all is written and done at the same times without sparing', () =>
    compare({ build: buildLive, happenings }, 6))

  it('would have changed nothing of names and certificates either', () =>
    compare({ build: buildServing, happenings: happeningsOfNames }, 3))
})

describe('an environment in which nothing has happened for long', () => {
  it.each([
    { what: 'it', passes: 90, build: buildLive },
    { what: 'one with HTTPS', passes: 93, build: buildServing },
  ])('has less than a seventh of the passes of one that spares none: $what', async ({ passes, build }) => {
    const countPasses = async (sparesNoPass: boolean) => {
      const bench = await build(1, sparesNoPass)
      await bench.runFor(120)
      const before = bench.passes()
      await bench.runFor(900)
      return bench.passes() - before
    }
    expect(await countPasses(true)).toBe(passes)
    expect(await countPasses(false)).toBeLessThan(passes / 7)
  })

  it.each(['is ended by AWS', 'has an agent that falls silent'])(
    'replaces an instance that %s no later than one that spares none',
    async (fate) => {
      const secondsUntilReplaced = async (sparesNoPass: boolean) => {
        const bench = await buildLive(3, sparesNoPass)
        await bench.runFor(300)
        const [instance] = (await bench.status()).instances
        const began = bench.clock.now()
        if (fate === 'is ended by AWS') await bench.aws.kill(bench.accountNumber, instance?.instanceId ?? '')
        else bench.agents.silence(instance?.clientToken ?? '')
        await bench.runUntil('another one serves', async () => {
          const { instances } = await bench.status()
          const isReplaced = instances.every(({ clientToken }) => clientToken !== instance?.clientToken)
          return isReplaced && bench.servingTags().length === 2
        })
        return (bench.clock.now() - began) / 1000
      }
      expect(await secondsUntilReplaced(false)).toBeLessThanOrEqual(await secondsUntilReplaced(true))
    },
  )
})
