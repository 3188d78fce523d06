import type { CloudAccount } from '../../controller/cloud/cloud'
import { seededRandom } from './seeded-random'
import {
  createSimulatedAws,
  type SimulatedAws,
  type SimulatedAwsOptions,
} from '../../simulator/simulated-aws'
import { cloudFormationTemplate } from '../../core/roles/cloudformation'
import { requiredRoles } from '../../core/roles/required-roles'
import { MemoryBooter } from './memory-booter'
import { MemoryTraffic } from './memory-traffic'
import { VirtualClock } from './virtual-clock'

export interface SimulatedAwsBench {
  aws: SimulatedAws
  clock: VirtualClock
  booter: MemoryBooter
  traffic: MemoryTraffic
  accountNumber: string
  externalId: string
  /** The account, with the required stack installed. */
  account: CloudAccount
}

/** The template that a customer with this account downloads. */
export const buildTemplate = (
  accountNumber: string,
  externalId: string,
  isEnvironmentHolder = true,
  isNetworkHolder = false,
): object =>
  cloudFormationTemplate(
    requiredRoles({
      accountNumber,
      externalId,
      isEnvironmentHolder,
      isNetworkHolder,
      platformAccountNumber: '999999999999',
    }),
  )

/** A simulated AWS in virtual time with one account, in which nothing is real: no files, ports or processes. */
export async function buildSimulatedAws(
  options: Partial<SimulatedAwsOptions> & { seed?: number; startEpoch?: number } = {},
): Promise<SimulatedAwsBench> {
  const clock = new VirtualClock(options.startEpoch)
  const booter = new MemoryBooter()
  const traffic = new MemoryTraffic()
  const accountNumber = '111122223333'
  const externalId = 'external-id'
  const random = seededRandom(options.seed ?? 1)
  const aws = await createSimulatedAws({ clock, booter, traffic, random, ...options })
  await aws.customer.installStack(accountNumber, buildTemplate(accountNumber, externalId))
  const account = aws.account({ accountNumber, externalId })
  return { aws, clock, booter, traffic, accountNumber, externalId, account }
}
