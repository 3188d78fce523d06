import { describe, expect, it } from 'vitest'
import { seededRandom } from '../builders/seeded-random'
import { createEnvironmentReconciler } from '../../controller/environment/reconcile-environment'
import { initialStatus } from '../../controller/environment/initial-status'
import { findOverlap } from '../../core/aws/cidr'
import type { Environment } from '../../core/resources/environment'
import { buildNetworkBench } from './network-bench'

const rivalName = 'env-2'

/** Two environments of the very same range, and a network. */
async function buildRivals() {
  const bench = await buildNetworkBench()
  const { store, clock } = bench
  await bench.runUntilReady()
  const { spec, status } = (await bench.find()) as Environment
  const rival = await store.apply('Environment', {
    name: rivalName,
    labels: {},
    spec: { ...spec, displayName: 'Rival' },
  })
  const network = { cidr: status?.network.cidr, subnets: [] }
  await store.replaceStatus('Environment', rival, { ...initialStatus(rival), network })
  const names = [bench.environmentName, rivalName]
  const reconcilers = names.map((name) => [name, createEnvironmentReconciler(bench.ports)] as const)
  const environments = async () => store.list('Environment')

  return {
    ...bench,
    environments,
    /** Lets both look in any order, or at the same time, until `condition` holds; checks after each round. */
    async race(random: () => number, condition: () => Promise<boolean>, check: () => void) {
      const limit = clock.now() + 3_600_000
      while (!(await condition())) {
        if (clock.now() > limit) throw new Error(JSON.stringify(await environments(), null, 1))
        const order = random() < 0.5 ? reconcilers : [...reconcilers].reverse()
        if (random() < 0.5) await Promise.allSettled(order.map(([name, reconcile]) => reconcile(name)))
        else for (const [name, reconcile] of order) if (random() < 0.7) await reconcile(name).catch(() => {})
        check()
        await clock.advance(random() < 0.5 ? 10 : 6000)
      }
    },
    linkBoth: () =>
      Promise.all(
        names.map((name) =>
          store.apply('Environment', {
            name,
            labels: {},
            spec: {
              ...spec,
              displayName: name === rivalName ? 'Rival' : spec.displayName,
              linkedNetworks: ['network-1'],
            },
          }),
        ),
      ),
  }
}

describe('two environments of the same range that link one network at the same time', () => {
  it.each([1, 2, 3])(
    'are both connected in the end, and never with the same addresses, seed %i',
    async (seed) => {
      const bench = await buildRivals()
      const random = seededRandom(seed)
      const isReady = async () =>
        (await bench.environments()).every(({ status }) => status?.phase === 'Ready')
      await bench.race(random, isReady, () => {})
      const ranges = () =>
        bench.connections().map(({ requesterVpcId }) => {
          return bench.snapshot().vpcs.find(({ id }) => id === requesterVpcId)?.cidr ?? ''
        })
      const seen: string[] = []
      const check = () => {
        const [first, ...others] = ranges()
        if (first !== undefined && findOverlap([first], others)) seen.push(`${first} ${others.join()}`)
      }
      await bench.addNetwork('network-1', '192.168.0.0/17')
      await bench.linkBoth()
      const areConnected = async () =>
        (await bench.environments()).every(
          ({ status }) =>
            status?.peerings?.length === 1 &&
            status.peerings[0]?.phase === 'Connected' &&
            !status.next &&
            !status.former,
        )
      await bench.race(random, areConnected, check)
      expect(seen).toEqual([])
      expect(ranges()).toHaveLength(2)
      const moved = (await bench.environments()).filter(
        ({ status }) => status?.network.generation !== undefined,
      )
      expect(moved).toHaveLength(1)
      expect(bench.snapshot().vpcs).toHaveLength(2)
    },
  )
})
