import { describe, expect, it } from 'vitest'
import { createEnvironmentReconciler } from '../../controller/environment/reconcile-environment'
import { findOverlap } from '../../core/aws/cidr'
import type { Environment } from '../../core/resources/environment'
import { buildEnvironmentBench, environmentName } from '../builders/environment-bench'
import { Death, mortal } from './mortal'
import { buildNetworkBench } from './network-bench'
import { onlyFast } from './only-fast'

describe('the range of a new environment', () => {
  it('stands in its status, settled, before there is a VPC', async () => {
    const bench = await buildEnvironmentBench()
    const written: unknown[] = []
    bench.aws.faults.onCall('ec2:CreateVpc', async () => void written.push((await bench.status()).network))
    await bench.runUntil('it has a network', async () => Boolean((await bench.find())?.status?.network.vpcId))
    const { cidr } = (await bench.status()).network
    expect(written).toEqual([{ cidr, subnets: [] }])
  })

  it('is the same for whoever goes on after a controller that died at any call, and there is one VPC', async () => {
    let deaths = 0
    for (const isBefore of [true, false])
      for (let calls = 1; calls <= 14; calls++) {
        const bench = await buildEnvironmentBench({ timings: { visibilityLagMs: 3000 } })
        bench.replaceController(mortal(bench.ports, calls, isBefore))
        const ranges = new Set<string>()
        const isReady = async () => (await bench.find())?.status?.phase === 'Ready'
        while (!(await isReady())) {
          await bench.step().catch((error: unknown) => {
            if (!(error instanceof Death)) throw error
            deaths += 1
            bench.replaceController()
          })
          const { cidr, rangeClaimedEpoch } = (await bench.find())?.status?.network ?? {}
          if (cidr && rangeClaimedEpoch === undefined) ranges.add(cidr)
        }
        const made = bench.snapshot().vpcs.map(({ cidr }) => cidr)
        expect(made, `${calls} ${isBefore}`).toEqual([...ranges])
      }
    expect(deaths).toBe(28)
  })

  it('is that of its VPC before, when somebody deletes that', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilReady()
    const { vpcId = '', cidr } = (await bench.status()).network
    await bench.aws.customer.deleteThing(bench.accountNumber, vpcId)
    await bench.runUntil('there is another', async () => {
      const { network } = await bench.status()
      return network.vpcId !== undefined && network.vpcId !== vpcId
    })
    expect((await bench.status()).network.cidr).toBe(cidr)
  })

  it('overlaps no other: of ten environments that are made at once, the customer’s VPCs and networks', async () => {
    const bench = await buildNetworkBench()
    const { store, clock, aws, accountNumber } = bench
    const theirs: string[] = []
    for (let second = 0; second < 250; second++) theirs.push(`10.${second}.0.0/16`)
    for (const cidr of theirs.slice(0, 240)) await aws.customer.createVpc(accountNumber, { cidr })
    for (const [index, cidr] of theirs.slice(240).entries()) await bench.addNetwork(`network-${index}`, cidr)
    const { spec } = (await bench.find()) as Environment
    const names = Array.from({ length: 10 }, (_, index) =>
      index === 0 ? environmentName : `env-${index}-more`,
    )
    for (const name of names) await store.apply('Environment', { name, labels: {}, spec })
    const reconcilers = [1, 2].map(() => createEnvironmentReconciler(bench.ports))
    const rangesOf = async () =>
      (await store.list('Environment')).flatMap(({ status }) =>
        status?.network.vpcId ? (status.network.cidr ?? '') : [],
      )
    while ((await rangesOf()).length < names.length) {
      await Promise.allSettled(names.flatMap((name) => reconcilers.map((reconcile) => reconcile(name))))
      await clock.advance(500)
    }
    const ranges = await rangesOf()
    for (const [index, one] of ranges.entries())
      expect(findOverlap([one], [...theirs, ...ranges.slice(index + 1)])).toBeUndefined()
  })
})

describe('the zones of a new environment', () => {
  onlyFast()

  it('are those that offer instances, whatever their names', async () => {
    const bench = await buildEnvironmentBench()
    const useless = { name: 'us-east-1-first', id: 'use1-az0' }
    bench.replaceController({
      cloud: {
        account(access) {
          const account = bench.aws.account(access)
          const listZones = async () => [useless, ...(await account.network.listZones())]
          return { ...account, network: { ...account.network, listZones } }
        },
      },
    })
    await bench.runUntilReady()
    const { subnets } = (await bench.status()).network
    expect(subnets.map(({ zoneId }) => zoneId)).toEqual(['use1-az1', 'use1-az2', 'use1-az3'])
  })
})
