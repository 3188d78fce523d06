import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

/** A bench on which a deployment of these applications is live, and all is ready. */
export const buildLive = async (...applications: Parameters<typeof buildApplicationSpec>[]) => {
  const bench = await buildEnvironmentBench()
  const live = await bench.deploy(...applications.map((application) => buildApplicationSpec(...application)))
  await bench.runUntilPhase(live, 'Live', 60)
  await bench.runUntilReady()
  return { bench, live }
}
