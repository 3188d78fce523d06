import { createExternalNetworkReconciler } from '../../controller/external/external-network/reconcile-external-network'
import {
  buildEnvironmentBench,
  environmentName,
  type EnvironmentBenchOptions,
} from '../builders/environment-bench'
import { buildAwsAccountStatus } from '../builders/resource-status'
import { buildTemplate } from '../builders/simulated-aws'

const peerAccount = { accountNumber: '444455556666', externalId: 'networks-external-id' }

/** An environment, and VPCs of the customer's in another account that holds no environments. */
export async function buildNetworkBench(options: EnvironmentBenchOptions = {}) {
  const bench = await buildEnvironmentBench(options)
  const { aws, store, ports } = bench
  const { accountNumber, externalId } = peerAccount
  // Whoever changes roles goes on once they have changed.
  const waitForRoles = () => bench.clock.advance(aws.slowestRoleChangeMs)
  const installPeerStack = async () => {
    await aws.customer.installStack(accountNumber, buildTemplate(accountNumber, externalId, false, true))
    await waitForRoles()
  }
  await installPeerStack()
  const account = await store.apply('AwsAccount', {
    name: 'account-2',
    labels: {},
    spec: {
      displayName: 'Data',
      ...peerAccount,
      isEnvironmentHolder: false,
      isNetworkHolder: true,
      verifyRequest: 0,
      forceDelete: false,
    },
  })
  await store.replaceStatus('AwsAccount', account, buildAwsAccountStatus())
  const reconcileNetwork = createExternalNetworkReconciler(ports)
  const peer = () => aws.getAccount(accountNumber)

  return {
    ...bench,
    peerAccount,
    installPeerStack,
    /** Takes the role away by which connections are made on the other side. */
    async deletePeerRole() {
      await aws.customer.deleteRole(accountNumber, 'sdo-network-manager')
      await waitForRoles()
    },
    /** Lets SDO connect networks in the account of the environment as well. */
    async installOwnStack() {
      const template = buildTemplate(bench.accountNumber, 'external-id', true, true)
      await aws.customer.installStack(bench.accountNumber, template)
      await waitForRoles()
    },
    reconcileNetwork,
    environmentName,

    /** Associates a VPC, and looks at it. */
    async associate(name: string, vpcId: string, awsAccount = 'account-2', region = 'us-east-1') {
      await store.apply('ExternalNetwork', { name, labels: {}, spec: { awsAccount, vpcId, region } })
      await reconcileNetwork(name)
    },
    /** Makes a VPC of the customer's with a few things in it, and associates it. */
    async addNetwork(name: string, cidr: string, options: { hasDnsNames?: boolean } = {}): Promise<string> {
      const vpcId = await aws.customer.createVpc(accountNumber, { cidr, ...options })
      await aws.customer.addRoute(accountNumber, vpcId, { destination: '0.0.0.0/0', target: 'nat-1' })
      await aws.customer.addRoute(accountNumber, vpcId, { destination: '192.0.2.0/24', target: 'pcx-theirs' })
      await store.apply('ExternalNetwork', {
        name,
        labels: {},
        spec: { awsAccount: 'account-2', vpcId, region: 'us-east-1' },
      })
      await reconcileNetwork(name)
      return vpcId
    },
    link: (...linkedNetworks: string[]) => bench.changeSpec({ linkedNetworks }),
    /** Everything in the other account that is not ours, and whatever routes do not lead into connections of ours. */
    foreign(): unknown {
      const ours = (peer()?.peerings ?? []).map(({ id }) => id)
      return {
        vpcs: peer()?.vpcs.map((vpc) => ({
          ...vpc,
          routeTables: vpc.routeTables.map((table) => ({
            ...table,
            routes: table.routes.filter(({ target }) => !ours.includes(target)),
          })),
        })),
        things: aws.customer
          .listThings(accountNumber)
          .filter(({ owner, kind }) => owner === 'customer' && kind !== 'peerings'),
      }
    },
    /** Connections that live, from both sides. */
    connections: () =>
      [...(peer()?.peerings ?? [])].filter(
        ({ state }) => state === 'active' || state === 'pending-acceptance',
      ),
    /** Every route into a connection of ours, in both accounts, as `vpc destination`, sorted. */
    routes: () =>
      [...new Set([accountNumber, bench.accountNumber])]
        .flatMap((account) => aws.getAccount(account)?.vpcs ?? [])
        .flatMap(({ id, routeTables }) =>
          routeTables.flatMap(({ routes }) => routes.map((route) => ({ id, ...route }))),
        )
        .filter(({ target }) => target.startsWith('pcx-') && target !== 'pcx-theirs')
        .map(({ id, destination }) => `${id} ${destination}`)
        .sort(),
    condition: async () => (await bench.status()).conditions.find(({ type }) => type === 'NetworksConnected'),
    async isConnected(count = 1): Promise<boolean> {
      const { peerings = [] } = (await bench.find())?.status ?? {}
      return peerings.length === count && peerings.every(({ phase }) => phase === 'Connected')
    },
    isDisconnected: async () => (await bench.find())?.status?.peerings === undefined,
    networkStatus: async (name: string) => (await store.get('ExternalNetwork', name))?.status,
  }
}

export type NetworkBench = Awaited<ReturnType<typeof buildNetworkBench>>
