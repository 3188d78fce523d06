import { instanceLines } from '../../core/environment-log/instance-lines'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../builders/seeded-random'
import { AgentUnreachableError, type Agents } from '../../controller/agents/agents'
import { findCondition } from '../../core/resources/find-condition'
import type { AgentStatus } from '../../core/agent/protocol'
import { patchesAnnotation } from '../../core/resources/metadata'
import { buildEnvironmentBench, environmentName, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { Death, mortal } from './mortal'
import { neverFewerServing } from './never-fewer-serving'

const [older, newer, newest] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)] as const
const releaseOf = (sha256: string) => ({ url: 'https://example.com/agent.tar.gz', sha256 })

const web = (tag = '1') => buildApplicationSpec('web', { tag, count: 3, cpu: 100, memoryMb: 1500 })

/** Three instances whose agents are of the older release, under a controller that has the newer one. */
async function buildOutdated(seed = 1) {
  const bench = await buildEnvironmentBench({ seed })
  bench.agents.firstRelease = older
  await bench.runUntilPhase(await bench.deploy(web()), 'Live', 120)
  await bench.runUntilReady()
  expect(bench.livingInstances()).toHaveLength(3)
  bench.watch(neverFewerServing(bench, 'web', 3))
  bench.watch(() => {
    const changing = bench.agents.releasesNow().filter(({ isChanging }) => isChanging)
    if (changing.length > 1) throw new Error(`${changing.length} agents give way at once.`)
  })
  const launched = bench.launched.size
  const useRelease = (sha256: string) => bench.replaceController({ agentRelease: releaseOf(sha256) })
  return { bench, launched, useRelease }
}

const releasesOf = (bench: EnvironmentBench) => bench.agents.releasesNow().map(({ sha256 }) => sha256)
const untilAll = (bench: EnvironmentBench, sha256: string, withinSeconds: number) =>
  bench.runUntil('all are it', () => releasesOf(bench).every((one) => one === sha256), withinSeconds)
const condition = async (bench: EnvironmentBench) =>
  findCondition((await bench.status()).conditions, 'PatchesReady')

/** As an agent that knows none of what came to the protocol later. */
function tacit(agents: Agents): Agents {
  const least = async (status: Promise<AgentStatus>): Promise<AgentStatus> => {
    const { instance, processes } = await status
    return {
      instance,
      processes: processes.map(({ id, state, ports, startedEpoch, restarts, message }) => ({
        id,
        state,
        ports,
        restarts,
        ...(startedEpoch !== undefined && { startedEpoch }),
        ...(message !== undefined && { message }),
      })),
    }
  }
  return {
    apply: (address, desired) => least(agents.apply(address, desired)),
    status: (address) => least(agents.status(address)),
    replace: (address, replacement) => least(agents.replace(address, replacement)),
    resolveImages: ({ instance }) => knowsNoSuchCall(instance),
    usage: ({ instance }) => knowsNoSuchCall(instance),
  }
}

const knowsNoSuchCall = (instance: string) =>
  Promise.reject(new AgentUnreachableError(`The agent of ${instance} knows no such call.`))

describe('an agent of an older release', () => {
  it('gives way to the present one where it is, one at a time, without a process or an instance that is started anew', async () => {
    const { bench, launched, useRelease } = await buildOutdated()
    const processes = (await bench.status()).processes.map(({ id }) => id).sort()
    useRelease(newer)
    await untilAll(bench, newer, 120)
    await bench.runFor(60)
    expect(bench.agents.replaced).toHaveLength(3)
    expect(bench.launched.size).toBe(launched)
    expect((await bench.status()).processes.map(({ id }) => id).sort()).toEqual(processes)
    expect(await condition(bench)).toMatchObject({ status: 'True' })
    const lines = await bench.messagesOf(instanceLines.agentGaveWay)
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).toContain(`release ${newer.slice(0, 12)}`)
  })

  it('stays where the present one does not come up: one is tried, and again an hour later, until there is another release', async () => {
    const { bench, launched, useRelease } = await buildOutdated()
    bench.agents.refusedReleases.add(newer)
    useRelease(newer)
    await bench.runFor(3000)
    expect(bench.agents.replaced).toHaveLength(1)
    expect(releasesOf(bench)).toEqual([older, older, older])
    expect(await condition(bench)).toMatchObject({
      status: 'False',
      reason: 'AgentUnreachable',
      message: expect.stringContaining('It did not come up.') as string,
    })
    await bench.runFor(1200)
    expect(bench.agents.replaced).toHaveLength(2)
    useRelease(newest)
    await untilAll(bench, newest, 120)
    expect(bench.launched.size).toBe(launched)
  })

  it('waits for a deployment to end, and as long as an operator says', async () => {
    const { bench, useRelease } = await buildOutdated()
    const annotate = (value: string) =>
      bench.store.annotate('Environment', environmentName, { [patchesAnnotation]: value })
    await annotate('paused')
    const deployment = await bench.deploy(web('slow'))
    useRelease(newer)
    await bench.runFor(5)
    await annotate('running')
    while ((await bench.phaseOf(deployment)) !== 'Live') {
      expect(bench.agents.replaced).toEqual([])
      await bench.step()
    }
    await untilAll(bench, newer, 200)
  })

  it('is left alone where it cannot be replaced, or nobody says by what', async () => {
    const { bench, useRelease } = await buildOutdated()
    await bench.runFor(100)
    expect(releasesOf(bench)).toEqual([older, older, older])
    const other = await buildEnvironmentBench()
    other.replaceController({ agentRelease: releaseOf(newer) })
    await other.runUntilPhase(await other.deploy(web()), 'Live', 120)
    await other.runFor(100)
    expect(other.agents.replaced).toEqual([])
    useRelease(newer)
    await untilAll(bench, newer, 120)
  })

  it('that says no more than every release did is spoken to: it deploys, changes version, and replaces what AWS takes back', async () => {
    const bench = await buildEnvironmentBench()
    const agents = tacit(bench.agents)
    bench.replaceController({ agents })
    await bench.runUntilPhase(await bench.deploy(web()), 'Live', 120)
    await bench.runUntilReady()
    bench.watch(neverFewerServing(bench, 'web', 3))
    await bench.runUntilPhase(await bench.deploy(web('2')), 'Live', 300)
    await bench.runUntil('only the new one serves', () => bench.servingTags('web').join() === '2,2,2')
    await bench.runUntilReady()
    const [taken] = bench.livingInstances()
    await bench.aws.interrupt(bench.accountNumber, taken?.id ?? '')
    await bench.runUntil('it is replaced', () => bench.livingInstances().every(({ id }) => id !== taken?.id))
    await bench.runUntilReady()
  })

  it('gives way once also where controllers die at any call', async () => {
    let deaths = 0
    for (let seed = 1; seed <= 20; seed++) {
      const { bench, launched } = await buildOutdated(seed)
      const random = seededRandom(seed)
      const replace = () =>
        bench.replaceController({
          ...mortal(bench.ports, 1 + Math.floor(random() * 30), random() < 0.5),
          agentRelease: releaseOf(newer),
        })
      replace()
      while (releasesOf(bench).some((one) => one !== newer))
        try {
          await bench.step()
        } catch (error) {
          if (!(error instanceof Death)) throw error
          deaths += 1
          replace()
          await bench.clock.advance(Math.round(random() * 3000))
        }
      expect(bench.agents.replaced, `seed ${seed}`).toHaveLength(3)
      expect(bench.launched.size, `seed ${seed}`).toBe(launched)
    }
    expect(deaths).toBeGreaterThan(20)
  }, 180_000)
})
