import { createHostedZoneReconciler } from '../../controller/external/hosted-zone/reconcile-hosted-zone'
import type { HostedZoneLink } from '../../core/resources/environment'
import {
  buildEnvironmentBench,
  environmentName,
  type EnvironmentBenchOptions,
} from '../builders/environment-bench'
import { buildAwsAccountStatus } from '../builders/resource-status'
import { buildTemplate } from '../builders/simulated-aws'

const zoneAccount = { accountNumber: '444455556666', externalId: 'zones-external-id' }

/** An environment, and a hosted zone in another account that holds no environments. */
export async function buildZoneBench(options: EnvironmentBenchOptions = {}) {
  const bench = await buildEnvironmentBench(options)
  const { aws, store, ports } = bench
  const { accountNumber, externalId } = zoneAccount
  await aws.customer.installStack(accountNumber, buildTemplate(accountNumber, externalId, false))
  // Whoever links an account does so with roles that work.
  await bench.clock.advance(aws.slowestRoleChangeMs)
  const account = await store.apply('AwsAccount', {
    name: 'account-2',
    labels: {},
    spec: {
      displayName: 'DNS',
      ...zoneAccount,
      isEnvironmentHolder: false,
      verifyRequest: 0,
      forceDelete: false,
    },
  })
  await store.replaceStatus('AwsAccount', account, buildAwsAccountStatus())
  const reconcileZone = createHostedZoneReconciler({ ...ports, delegations: aws.delegations })

  async function addZone(name: string, zoneName: string) {
    const { id } = await aws.customer.createHostedZone(accountNumber, { name: zoneName })
    await store.apply('HostedZone', { name, labels: {}, spec: { awsAccount: 'account-2', zoneId: id } })
    await reconcileZone(name)
    return id
  }
  const zoneId = await addZone('zone-1', 'example.com')
  let order = 0

  const zones = () => aws.getAccount(accountNumber)?.hostedZones ?? []
  return {
    ...bench,
    zoneAccount,
    zoneId,
    addZone,
    reconcileZone,

    /** Links that are to be carried out after one another, the last to stay. */
    async link(...links: Omit<HostedZoneLink, 'order'>[]): Promise<void> {
      const present = (await bench.find())?.spec.hostedZoneLinks ?? []
      const added = links.map((link) => ({ ...link, order: ++order }))
      await bench.changeSpec({ hostedZoneLinks: [...present, ...added] })
    },
    unlink: () => bench.changeSpec({ hostedZoneLinks: undefined }),

    /** The names that SDO has in zones, sorted. */
    names: () =>
      zones()
        .flatMap(({ records }) => records)
        .filter(({ owner, type }) => owner === 'sdo' && type === 'A')
        .map(({ name }) => name)
        .sort(),
    /** What is the customer's. */
    foreign: () =>
      zones()
        .flatMap(({ id, records }) => records.map((record) => ({ id, ...record })))
        .filter(({ owner }) => owner === 'customer')
        .map((record) => JSON.stringify(record))
        .sort(),
    targetOf: (wanted: string) =>
      zones()
        .flatMap(({ records }) => records)
        .find(({ name }) => name === wanted)?.value,

    async associated(): Promise<number | undefined> {
      return (await bench.find())?.status?.dns?.associated?.order
    },
    runUntilAssociated: (wanted = order) =>
      bench.runUntil(
        `link ${wanted} is through`,
        async () => (await bench.find())?.status?.dns?.associated?.order === wanted,
      ),
    runUntilSettled: () =>
      bench.runUntil('names are settled', async () => {
        const { spec, status } = (await bench.find()) ?? {}
        const last = spec?.hostedZoneLinks?.at(-1)?.order
        return (
          status?.dns?.associated?.order === last &&
          (status?.dns?.records ?? []).every(({ phase }) => phase === 'Present')
        )
      }),
    condition: async () => (await bench.status()).conditions.find(({ type }) => type === 'NamesReady'),
    environmentName,
  }
}

export type ZoneBench = Awaited<ReturnType<typeof buildZoneBench>>
