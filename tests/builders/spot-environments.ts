import type { CloudAccount } from '../../controller/cloud/cloud'
import type { SimulatedAws } from '../../simulator/simulated-aws'
import type { ResourceStore } from '../../controller/store/store'
import { buildInstance } from './environment-parts'
import { buildAwsAccountStatus, buildEnvironmentStatus } from './resource-status'
import { buildTemplate } from './simulated-aws'
import { ownerTags } from '../../core/aws/ownership'

const externalId = 'external-id'
const zone = 'us-east-1a'

/** Account number of the `index`-th account. */
export const accountNumberOf = (index: number): string => String(100_000_000_000 + index)

export interface SpotSize {
  accounts: number
  /** Of each account. */
  environments: number
  /** Of each environment. */
  instances: number
}

export interface SpotInstance {
  accountNumber: string
  environment: string
  instanceId: string
}

/** Accounts with environments whose statuses name Spot instances that really are in the simulated cloud; nothing else is true of them. */
export async function buildSpotEnvironments(
  { aws, store }: { aws: SimulatedAws; store: ResourceStore },
  size: SpotSize,
): Promise<SpotInstance[]> {
  const launchers: ReturnType<typeof launcherIn>[] = []
  for (let index = 0; index < size.accounts; index++) {
    const accountNumber = accountNumberOf(index)
    await aws.customer.installStack(accountNumber, buildTemplate(accountNumber, externalId))
    const cloud = aws.account({ accountNumber, externalId })
    await cloud.interruptions.ensureSubscription()
    launchers.push(launcherIn(cloud, await buildPlace(cloud)))
  }
  return recordSpotEnvironments(store, size, async (account, environment, clientToken) => {
    const id = await launchers[account]?.(environment, clientToken)
    if (id === undefined) throw new Error(`There is no account ${account}.`)
    return id
  })
}

/** Accounts and environments in the store, whose statuses name Spot instances with the ids that `launch` gives. */
export async function recordSpotEnvironments(
  store: ResourceStore,
  { accounts, environments, instances }: SpotSize,
  launch: (account: number, environment: string, clientToken: string) => Promise<string>,
): Promise<SpotInstance[]> {
  const made = []
  for (let index = 0; index < accounts; index++) {
    const accountNumber = accountNumberOf(index)
    const name = `account-${index}`
    const account = await store.apply('AwsAccount', {
      name,
      labels: {},
      spec: {
        displayName: name,
        accountNumber,
        externalId,
        isEnvironmentHolder: true,
        verifyRequest: 0,
        forceDelete: false,
      },
    })
    await store.replaceStatus('AwsAccount', account, buildAwsAccountStatus())
    for (let number = 0; number < environments; number++) {
      const environment = `${name}-env-${number}`
      const resource = await store.apply('Environment', {
        name: environment,
        labels: {},
        spec: { displayName: environment, awsAccount: name, spotStrategy: 'ALL', overrides: [] },
      })
      const recorded = []
      for (let count = 0; count < instances; count++) {
        const clientToken = `${environment}-${count}`
        const id = await launch(index, environment, clientToken)
        recorded.push(buildInstance(clientToken, { instanceId: id, market: 'spot' }))
        made.push({ accountNumber, environment, instanceId: id })
      }
      await store.replaceStatus('Environment', resource, buildEnvironmentStatus({ instances: recorded }))
    }
  }
  return made
}

type Place = Awaited<ReturnType<typeof buildPlace>>

const launcherIn =
  ({ instances }: CloudAccount, place: Place) =>
  async (environment: string, clientToken: string): Promise<string> => {
    const { id } = await instances.launch({
      ...place,
      clientToken,
      instanceType: 'c6g.medium',
      zone,
      market: 'spot',
      bootstrap: { instance: clientToken, key: 'a2V5' },
      tags: ownerTags(environment, 'instance'),
    })
    return id
  }

async function buildPlace({ network }: CloudAccount) {
  const tags = (purpose: string) => ownerTags('shared', purpose)
  const { id: vpcId } = await network.createVpc({ cidr: '10.0.0.0/16', tags: tags('vpc') })
  const subnet = await network.createSubnet({ vpcId, zone, cidr: '10.0.0.0/20', tags: tags('subnet') })
  const group = await network.createSecurityGroup({
    vpcId,
    name: 'instances',
    description: 'Instances',
    tags: tags('instances'),
  })
  const { id: gatewayId } = await network.createInternetGateway({ tags: tags('internet-gateway') })
  const { id: routeTableId } = await network.createRouteTable({ vpcId, tags: tags('route-table') })
  await network.connectInternetGateway({ gatewayId, vpcId, routeTableId, subnetIds: [subnet.id] })
  return { subnetId: subnet.id, securityGroupIds: [group.id] }
}
