import { systemClock, type Clock } from '../../../core/time/clock'
import type { Logger } from '../../../core/logging/logger'
import type { ProxyRule } from '../../../core/outgoing/proxy-rule'
import { region as defaultRegion } from '../../../core/aws/region'
import {
  certificateManagerRoleName,
  dnsManagerRoleName,
  environmentManagerRoleName,
  examinationRoleName,
  networkManagerRoleName,
} from '../../../core/roles/names'
import type { AccountAccess, CallObserver, Cloud, CloudAccount } from '../cloud'
import { createStsClient, type AwsCredentials } from './aws-clients'
import type { AgentRelease } from './instance-user-data'
import { createCertificates } from './certificates'
import { createDns } from './dns'
import { createExternalNetworks } from './external-networks'
import { createForeignThings } from './foreign-things'
import { createInstalledRoles } from './installed-roles'
import { createInstances } from './instances'
import { createInternetGateways } from './internet-gateways'
import { createInterruptions } from './interruptions'
import { createHostRules } from './host-rules'
import { createListeners } from './listeners'
import { createLoadBalancers } from './load-balancers'
import { createLogs } from './logs'
import { createLookup } from './lookup'
import { createMetrics } from './metrics'
import { createOfferings } from './offerings'
import { createPeerings } from './peerings'
import { createPlatformAccess } from './platform-access'
import { createPreflight } from './preflight'
import { RecentlyMade } from './recently-made'
import { createRoleSessions } from './role-sessions'
import { createSecurityGroups } from './security-groups'
import { createSubnets } from './subnets'
import { createTargetGroups } from './target-groups'
import { createVpcs } from './vpcs'

interface AwsCloudOptions {
  /** Default: the one region of SDO. */
  region?: string
  /** Credentials of the platform's own account; default: those that the SDK finds. */
  credentials?: AwsCredentials
  /** Another place than AWS itself, for tests. */
  endpoint?: string
  /** How long AWS may take to begin an answer, and again to end it; for tests. */
  answerMilliseconds?: number
  /** Hears of every call. */
  observe?: CallObserver
  /** The account that the credentials must be of, where that is known. */
  platformAccountNumber?: string
  /** By which proxy AWS is reached; directly where it is left out. */
  proxyRule?: ProxyRule
  agentRelease: AgentRelease
  log: Logger
  clock?: Clock
}

/** The customers' accounts in AWS, entered through the roles that they installed. */
export function createAwsCloud({
  region = defaultRegion,
  credentials,
  endpoint,
  answerMilliseconds,
  observe,
  platformAccountNumber,
  proxyRule,
  agentRelease,
  log,
  clock = systemClock,
}: AwsCloudOptions): Cloud & Required<Pick<Cloud, 'platform'>> {
  const recentlyMade = new RecentlyMade(clock)
  const connection = { region, endpoint, answerMilliseconds, observe, recentlyMade, proxyRule }
  const sts = createStsClient(connection, credentials)
  const platform = createPlatformAccess(sts, platformAccountNumber)
  const sessionsOf = createRoleSessions(sts, connection, clock, platform)
  const accounts = new Map<string, CloudAccount>()

  function enter(access: AccountAccess): CloudAccount {
    const clientsOf = sessionsOf(access, environmentManagerRoleName)
    const certificateClientsOf = sessionsOf(access, certificateManagerRoleName)
    return {
      roles: createInstalledRoles(sessionsOf(access, examinationRoleName)),
      network: {
        ...createVpcs(clientsOf),
        ...createSubnets(clientsOf),
        ...createInternetGateways(clientsOf),
        ...createSecurityGroups(clientsOf),
        ...createForeignThings(clientsOf),
      },
      instances: createInstances({ clientsOf, agentRelease, log }),
      loadBalancers: {
        ...createLoadBalancers(clientsOf),
        ...createListeners(certificateClientsOf),
        ...createHostRules(certificateClientsOf),
        // Without HTTPS, no role for it is needed.
        ensureListener: createListeners(clientsOf).ensureListener,
        ...createTargetGroups(clientsOf),
      },
      certificates: createCertificates(certificateClientsOf),
      offerings: createOfferings(clientsOf, clock),
      logs: createLogs(clientsOf),
      lookup: createLookup(clientsOf),
      metrics: createMetrics(clientsOf),
      preflight: createPreflight({ clientsOf, region, agentRelease }),
      interruptions: createInterruptions({ clientsOf, accountNumber: access.accountNumber, log }),
      dns: createDns(sessionsOf(access, dnsManagerRoleName)),
      peerings: createPeerings(clientsOf),
      externalNetworks: createExternalNetworks(sessionsOf(access, networkManagerRoleName)),
    }
  }

  return {
    platform,
    /** Kept, because it remembers sessions, prices and pools without capacity. */
    account({ accountNumber, externalId }) {
      const key = JSON.stringify([accountNumber, externalId])
      const account = accounts.get(key) ?? enter({ accountNumber, externalId })
      accounts.set(key, account)
      return account
    },
  }
}
