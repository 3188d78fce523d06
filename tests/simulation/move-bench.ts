import { createHostedZoneReconciler } from '../../controller/external/hosted-zone/reconcile-hosted-zone'
import type { NextNetwork } from '../../core/resources/environment'
import type { EnvironmentBenchOptions } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { buildNetworkBench } from './network-bench'

export const web = (changes: object = {}) =>
  buildApplicationSpec('web', { count: 2, ports: [{ port: 80, subdomain: 'www' }], ...changes })

const name = 'www.example.com'
/** How long resolvers may give an old answer of a load balancer's. */
const rememberedMs = 60_000

/** A live environment with a name, and a network of the customer's that has its range. */
export async function buildMoveBench(options: EnvironmentBenchOptions = {}) {
  const limits = { formerNamesSeconds: 90, ...options.limits }
  const bench = await buildNetworkBench({ ...options, limits })
  const { aws, store, ports, peerAccount, clock } = bench
  const { id } = await aws.customer.createHostedZone(peerAccount.accountNumber, { name: 'example.com' })
  await store.apply('HostedZone', {
    name: 'zone-1',
    labels: {},
    spec: { awsAccount: 'account-2', zoneId: id },
  })
  await createHostedZoneReconciler({ ...ports, delegations: aws.delegations })('zone-1')
  await bench.changeSpec({ hostedZoneLinks: [{ order: 1, hostedZone: 'zone-1' }] })

  const target = () =>
    aws
      .getAccount(peerAccount.accountNumber)
      ?.hostedZones.flatMap(({ records }) => records)
      .find((record) => record.name === name && record.type === 'A')?.value
  /** How many processes answer behind an address. */
  const servingBehind = (address: string) =>
    bench
      .snapshot()
      .loadBalancers.filter((one) => address.startsWith(`${one.name}-`))
      .flatMap(({ listeners }) => listeners.flatMap(({ targets }) => targets))
      .filter(({ state }) => state === 'healthy').length
  /** Address to when the name last led there. */
  const known = new Map<string, number>()
  const faults: string[] = []

  const view = {
    ...bench,
    name,
    target,
    faults,
    async goLive(applications = [web()]) {
      // Network, its parts and load balancers follow each other, each once AWS knows the one before with its tags; one may be absent for long.
      const { tagLagMs, longAbsence } = bench.aws.profile.timings
      const lateSeconds = (3 * tagLagMs + (longAbsence?.ms ?? 0)) / 1000
      await bench.runUntilPhase(await bench.deploy(...applications), 'Live', 600 + lateSeconds)
      await bench.runUntil('it has its name', async () =>
        Boolean((await bench.find())?.status?.dns?.records.every(({ phase }) => phase === 'Present')),
      )
      await bench.runUntilReady()
    },
    /** From now on notes every moment at which somebody who knows the name finds fewer than `minimum` processes. */
    watchName(minimum: number) {
      bench.watch(() => {
        const now = clock.now()
        const present = target()
        if (present) known.set(present, now)
        else faults.push(`${now}: the name leads nowhere`)
        for (const [address, epoch] of known)
          if (now - epoch <= rememberedMs && servingBehind(address) < minimum)
            faults.push(`${now}: ${servingBehind(address)} serve behind ${address}`)
      })
    },
    /** A network with the very range of the environment. */
    async addOverlap(network = 'network-1') {
      const { cidr } = (await bench.status()).network
      return bench.addNetwork(network, cidr ?? '')
    },
    async isMoved(generation: number | undefined): Promise<boolean> {
      const status = (await bench.find())?.status
      return (
        status !== undefined && status.network.generation === generation && !status.next && !status.former
      )
    },
    /** Links the network with the range of the environment, and runs until the move has come so far; `Former`: until only what was is left. */
    async moveUntil(phase: NextNetwork['phase'] | 'Former') {
      const vpcId = await view.addOverlap()
      await bench.link('network-1')
      await bench.runUntil(`the move is ${phase}`, async () => {
        const { next, former } = (await bench.find())?.status ?? {}
        return phase === 'Former' ? !next && former !== undefined : next?.phase === phase
      })
      return vpcId
    },
    runUntilMoved: (generation = 1) => bench.runUntil('it has moved', () => view.isMoved(generation), 1800),
    moveCondition: async () => (await bench.status()).conditions.find(({ type }) => type === 'RangeFree'),
    /** Everything of the environment in its account, by kind: what a settled one has exactly once. */
    async inventory() {
      const { loadBalancers, vpcs } = bench.snapshot()
      const account = aws.account({ accountNumber: bench.accountNumber, externalId: 'external-id' })
      const [targetGroups, securityGroups, gateways, subnets] = await Promise.all([
        account.loadBalancers.listTargetGroups({}),
        account.network.listSecurityGroups({}),
        account.network.listInternetGateways({}),
        account.network.listSubnets({}),
      ])
      return {
        vpcs: vpcs.length,
        loadBalancers: loadBalancers.length,
        targetGroups: targetGroups.length,
        // Each VPC was made with one more.
        securityGroups: securityGroups.filter(({ name }) => name !== 'default').length,
        gateways: gateways.length,
        subnets: subnets.length,
      }
    },
  }
  return view
}

export type MoveBench = Awaited<ReturnType<typeof buildMoveBench>>
