import { createEnvironmentReconciler } from '../../controller/environment/reconcile-environment'
import type { Environment } from '../../core/resources/environment'
import { environmentLabel } from '../../core/resources/metadata'
import { buildEnvironmentBench } from './environment-bench'
import { buildApplicationSpec } from './environment-parts'
import { createWarningReceiver } from './warning-receiver'

/** They begin apart, as those of a customer do. */
const apartMilliseconds = 1700

/** Environments of two processes each in one account, and one controller that looks at each when it is due, in virtual time. */
export async function buildEnvironmentsOfOneAccount(size: number) {
  const bench = await buildEnvironmentBench()
  const { clock, store, ports } = bench
  const reconcile = createEnvironmentReconciler(ports)
  const receiveWarnings = createWarningReceiver(ports)
  const { spec } = (await bench.find()) as Environment
  const names = Array.from({ length: size }, (_, index) => `env-${index + 1}`)
  const dueEpochs = new Map<string, number>()
  for (const [index, name] of names.entries()) {
    dueEpochs.set(name, clock.now() + index * apartMilliseconds)
    await store.apply('Environment', { name, labels: {}, spec })
    await store.apply('Deployment', {
      name: `${name}-deployment`,
      labels: { [environmentLabel]: name },
      spec: { environment: name, sequence: 1, applications: [buildApplicationSpec('web', { count: 2 })] },
    })
  }

  async function runFor(seconds: number): Promise<void> {
    const end = clock.now() + seconds * 1000
    for (;;) {
      const [next] = [...dueEpochs].sort(([, a], [, b]) => a - b)
      if (!next || next[1] > end) return clock.advance(Math.max(0, end - clock.now()))
      const [name, epoch] = next
      await clock.advance(Math.max(0, epoch - clock.now()))
      await receiveWarnings(await store.list('Environment'))
      const { requeueAfterSeconds = 1 } = await reconcile(name)
      dueEpochs.set(name, clock.now() + requeueAfterSeconds * 1000)
    }
  }

  async function statusOf(name: string) {
    const status = (await store.get('Environment', name))?.status
    if (!status) throw new Error(`${name} has no status.`)
    return status
  }

  /** @throws if it takes longer than `withinSeconds` */
  async function runUntil(what: string, isSo: () => Promise<boolean>, withinSeconds: number): Promise<void> {
    const end = clock.now() + withinSeconds * 1000
    while (!(await isSo())) {
      if (clock.now() > end) throw new Error(`Not within ${withinSeconds} s: ${what}.`)
      await runFor(1)
    }
  }

  const areReady = async () =>
    (await Promise.all(names.map((name) => store.get('Environment', name)))).every(
      (environment) =>
        environment?.status?.phase === 'Ready' && environment.status.servingDeployment !== undefined,
    )
  await runUntil('all are ready', areReady, 900)
  return { ...bench, names, runFor, runUntil, statusOf, areReady }
}
