import { describe, it } from 'vitest'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { seededRandom } from '../builders/seeded-random'
import { spotStrategies } from '../../core/resources/environment'
import { neverFewerServing } from './never-fewer-serving'

const seeds = 12
const killsPerSeed = 5

const applications = { web: 2, api: 3, worker: 2 }

const buildApplications = (tag: string) =>
  Object.entries(applications).map(([name, count]) =>
    buildApplicationSpec(name, { count, tag, cpu: 0.2, memoryMb: 200 }),
  )

/** Whether SDO knows that the instance is gone, and each application serves from two others. */
async function isWholeWithout(bench: EnvironmentBench, killed: string): Promise<boolean> {
  const { phase, instances, processes } = await bench.status()
  if (phase !== 'Ready' || instances.some(({ instanceId }) => instanceId === killed)) return false
  return Object.keys(applications).every((name) => {
    const serving = processes.filter((one) => one.applicationId === name && one.phase === 'Serving')
    return new Set(serving.map(({ clientToken }) => clientToken)).size >= 2
  })
}

const watchAll = (bench: EnvironmentBench): void => {
  for (const name of Object.keys(applications)) bench.watch(neverFewerServing(bench, name, 1))
}

/** What goes on when an instance breaks: nothing, a deployment, a smaller or larger environment, or a new image for instances. */
const occurrences: ((bench: EnvironmentBench, tag: string, random: () => number) => Promise<unknown>)[] = [
  () => Promise.resolve(),
  (bench, tag) => bench.deploy(...buildApplications(tag)),
  (bench, _tag, random) =>
    bench.changeSpec({ overrides: [{ applicationId: 'api', count: 2 + Math.floor(random() * 4) }] }),
  (bench, _tag, random) =>
    bench.changeSpec({ spotStrategy: spotStrategies[Math.floor(random() * spotStrategies.length)] }),
  (bench) => bench.aws.publishImage(),
]

describe('an environment that goes on without any one instance', () => {
  it(`has no application with two or more processes without one that serves, whichever is killed and whenever (${seeds * killsPerSeed} kills)`, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const random = seededRandom(seed)
      const pick = <Element>(list: readonly Element[]) => list[Math.floor(random() * list.length)] as Element
      const bench = await buildEnvironmentBench({
        seed,
        limits: { imageSurveySeconds: 60 },
        spec: { goesOnWithout: 'INSTANCE', spotStrategy: pick(spotStrategies) },
      })
      await bench.runUntilPhase(await bench.deploy(...buildApplications('1')), 'Live', 120)
      await bench.runUntilReady()
      watchAll(bench)
      for (let kill = 0; kill < killsPerSeed; kill++) {
        await pick(occurrences)(bench, `${kill + 2}`, random)
        for (let steps = Math.floor(random() * 25); steps > 0; steps--) await bench.step()
        const killed = pick(bench.livingInstances()).id
        await bench.aws.kill(bench.accountNumber, killed)
        for (const name of Object.keys(applications)) neverFewerServing(bench, name, 1)()
        const what = `whole again, seed ${seed}, kill ${kill}`
        await bench.runUntil(what, () => isWholeWithout(bench, killed), 1200)
      }
    }
  }, 240_000)
})
