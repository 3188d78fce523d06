import { describe, it } from 'vitest'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { seededRandom } from '../builders/seeded-random'
import { spotStrategies, type GoesOnWithout } from '../../core/resources/environment'
import { neverFewerServing } from './never-fewer-serving'

/** SURVIVAL_KILLS says how many; as many as take about a minute are enough for every day. */
const kills = Number(process.env.SURVIVAL_KILLS ?? 60)
const killsPerSeed = 5

const applications = { web: 2, api: 3, worker: 2 }

const buildApplications = (tag: string) =>
  Object.entries(applications).map(([name, count]) =>
    buildApplicationSpec(name, { count, tag, cpu: 0.2, memoryMb: 200 }),
  )

/** What breaks together, by the ids of its instances. */
type Loss = (bench: EnvironmentBench, random: () => number) => string[]

const anyOf = <Element>(list: readonly Element[], random: () => number) =>
  list[Math.floor(random() * list.length)] as Element

const anyInstance: Loss = (bench, random) => [anyOf(bench.livingInstances(), random).id]

const anyZone: Loss = (bench, random) => {
  const living = bench.livingInstances()
  const zones = [...new Set(living.map(({ zone }) => zone))].sort()
  const lost = anyOf(zones, random)
  return living.filter(({ zone }) => zone === lost).map(({ id }) => id)
}

/** Whether SDO knows that the instances are gone, and each application serves from two others, in two zones where it is to. */
async function isWholeWithout(
  bench: EnvironmentBench,
  killed: string[],
  goesOnWithout: GoesOnWithout,
): Promise<boolean> {
  const { phase, instances, processes } = await bench.status()
  if (phase !== 'Ready' || instances.some(({ instanceId = '' }) => killed.includes(instanceId))) return false
  const placeOf = new Map(instances.map((one) => [one.clientToken, one]))
  return Object.keys(applications).every((name) => {
    const places = processes.flatMap(({ applicationId, phase, clientToken }) =>
      applicationId === name && phase === 'Serving' ? (placeOf.get(clientToken) ?? []) : [],
    )
    const zones = new Set(places.map(({ zone }) => zone))
    const tokens = new Set(places.map(({ clientToken }) => clientToken))
    return goesOnWithout === 'ZONE' ? zones.size >= 2 : tokens.size >= 2
  })
}

const watchAll = (bench: EnvironmentBench): void => {
  for (const name of Object.keys(applications)) bench.watch(neverFewerServing(bench, name, 1))
}

/** What goes on when something breaks: nothing, a deployment, a smaller or larger environment, another Spot strategy, or a new image for instances. */
const occurrences: ((bench: EnvironmentBench, tag: string, random: () => number) => Promise<unknown>)[] = [
  () => Promise.resolve(),
  (bench, tag) => bench.deploy(...buildApplications(tag)),
  (bench, _tag, random) =>
    bench.changeSpec({ overrides: [{ applicationId: 'api', count: 2 + Math.floor(random() * 4) }] }),
  (bench, _tag, random) => bench.changeSpec({ spotStrategy: anyOf(spotStrategies, random) }),
  (bench) => bench.aws.publishImage(),
]

/** Lives of an environment, each with other chances, of which something breaks time and again. */
async function breakTimeAndAgain(goesOnWithout: GoesOnWithout, losses: Loss[], times: number): Promise<void> {
  for (let killed = 0, seed = 1; killed < times; seed++) {
    const random = seededRandom(seed)
    const bench = await buildEnvironmentBench({
      seed,
      limits: { imageSurveySeconds: 60 },
      spec: { goesOnWithout, spotStrategy: anyOf(spotStrategies, random) },
    })
    await bench.runUntilPhase(await bench.deploy(...buildApplications('1')), 'Live', 120)
    await bench.runUntilReady()
    watchAll(bench)
    for (let kill = 0; kill < killsPerSeed && killed < times; kill++, killed++) {
      await anyOf(occurrences, random)(bench, `${kill + 2}`, random)
      for (let steps = Math.floor(random() * 25); steps > 0; steps--) await bench.step()
      const lost = anyOf(losses, random)(bench, random)
      for (const id of lost) await bench.aws.kill(bench.accountNumber, id)
      for (const name of Object.keys(applications)) neverFewerServing(bench, name, 1)()
      const what = `whole again, seed ${seed}, kill ${kill}`
      await bench.runUntil(what, () => isWholeWithout(bench, lost, goesOnWithout), 1200)
    }
  }
}

/** One kill takes about a second, and several where the machine is busy. */
const timeout = Math.max(240_000, kills * 10_000)

describe('an environment that goes on without any one instance', () => {
  const times = Math.ceil(kills / 2)
  it(
    `has no application with two or more processes without one that serves, whichever is killed and whenever (${times} kills)`,
    async () => {
      await breakTimeAndAgain('INSTANCE', [anyInstance], times)
    },
    timeout,
  )
})

describe('an environment that goes on without any one zone', () => {
  const times = Math.floor(kills / 2)
  it(
    `has no application with two or more processes without one that serves, whichever instance or zone is killed and whenever (${times} kills)`,
    async () => {
      await breakTimeAndAgain('ZONE', [anyInstance, anyZone], times)
    },
    timeout,
  )
})
