import { quotas, type QuotaName } from '../../core/aws/quotas'
import { longestWaits } from '../../simulator/profiles/longest-waits'
import { profiles, type ProfileName } from '../../simulator/profiles/profiles'
import type { SimulatedAws } from '../../simulator/simulated-aws'

let pinned: ProfileName | undefined

/** From now on simulations that do not say what their accounts are like have these; undefined: those of the suite again. */
export const pinProfile = (name: ProfileName | undefined) => void (pinned = name)

/** What the accounts of simulations are like that do not say it: `SDO_SIMULATION_PROFILE=real` has them all as AWS's are. */
export const simulationProfile = (): ProfileName => {
  const name = pinned ?? process.env.SDO_SIMULATION_PROFILE ?? 'fast'
  if (!(name in profiles))
    throw new Error(`SDO_SIMULATION_PROFILE is none of ${Object.keys(profiles).join(', ')}.`)
  return name as ProfileName
}

/** How much longer things may take in accounts of a profile than tests say, which state the seconds of `fast`. */
export const patienceSeconds = (name: ProfileName): number =>
  longestWaits(profiles[name]) - longestWaits(profiles.fast)

/** Has AWS allow an account more than any simulation asks for, as its owner would have asked it to, where the profile keeps to quotas. */
export async function raiseQuotas(aws: SimulatedAws, accountNumber: string): Promise<void> {
  const most = 100_000
  for (const name of Object.keys(aws.profile.quotas) as QuotaName[])
    if (quotas[name].service === 'ec2') await aws.setVcpuQuota(accountNumber, most)
    else await aws.setQuota(accountNumber, name, most)
}
