import type { Agents } from '../../controller/agents/agents'
import type { AccountSnapshot, InstanceSnapshot, PriceSnapshot } from '../console-api'
import type { Profile } from '../profiles/profile'
import type { SimulatedAws } from '../simulated-aws'
import type { AgentProcess } from '../../core/agent/protocol'

export interface LinkedAccount {
  accountNumber: string
  name: string
}

export interface ConsoleInstance extends InstanceSnapshot {
  /** Processes by its agent's report; undefined if it does not answer. */
  processes: AgentProcess[] | undefined
}

export interface ConsoleAccount extends Omit<AccountSnapshot, 'instances'> {
  /** The name that its team gave it; undefined if no team has linked it. */
  name: string | undefined
  instances: ConsoleInstance[]
}

/** All that /dev/aws shows, and /dev/aws.json answers. */
export interface Console {
  profile: Pick<Profile, 'name' | 'says'>
  accounts: ConsoleAccount[]
  prices: PriceSnapshot[]
  /** Where DNS answers for the simulated zones. */
  dns: { host: string; port: number }
}

/** Looks at the simulated cloud and asks its agents. Accounts that are linked but empty are there too. */
export async function readConsole(
  cloud: SimulatedAws,
  agents: Agents,
  linked: LinkedAccount[],
): Promise<Omit<Console, 'dns'>> {
  const nameOf = new Map(linked.map(({ accountNumber, name }) => [accountNumber, name]))
  const snapshots = cloud.listAccounts()
  const known = new Set(snapshots.map(({ accountNumber }) => accountNumber))
  const empty = linked.filter(({ accountNumber }) => !known.has(accountNumber)).map(emptySnapshot)
  const accounts = await Promise.all(
    [...snapshots, ...empty].map(async (snapshot) => ({
      ...snapshot,
      name: nameOf.get(snapshot.accountNumber),
      instances: await Promise.all(snapshot.instances.map((instance) => withProcesses(agents, instance))),
    })),
  )
  const { name, says } = cloud.profile
  return {
    profile: { name, says },
    accounts: accounts.sort((a, b) => (a.accountNumber < b.accountNumber ? -1 : 1)),
    prices: cloud.listPrices(),
  }
}

const emptySnapshot = ({ accountNumber }: LinkedAccount): AccountSnapshot => ({
  accountNumber,
  stacks: [],
  roles: [],
  vpcs: [],
  peerings: [],
  instances: [],
  loadBalancers: [],
  hostedZones: [],
  certificates: [],
  areCertificatesRefused: false,
  things: [],
  logGroups: [],
  waitingWarnings: undefined,
  spendPerHour: 0,
})

async function withProcesses(agents: Agents, instance: InstanceSnapshot): Promise<ConsoleInstance> {
  const { agent, clientToken } = instance
  if (instance.state !== 'running' || !agent) return { ...instance, processes: undefined }
  const status = await agents
    .status({ host: agent.host, port: agent.port, instance: clientToken })
    .catch(() => undefined)
  return { ...instance, processes: status?.processes }
}
