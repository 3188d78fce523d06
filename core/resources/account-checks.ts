import type { Preflight } from './aws-account'
import { quotaConsoleOf, type QuotaName } from '../aws/quotas'

export const accountCheckOutcomes = ['good', 'attention', 'unknown'] as const

/** A line of the checklist of an account: what was found, and what to do where that is not all right. */
interface AccountCheck {
  name: string
  outcome: (typeof accountCheckOutcomes)[number]
  found: string
  remedy?: string
}

type Words = Omit<AccountCheck, 'name'>

/** The least of each that a small environment lives well with: what is replaced needs room beside what replaces it. */
const leastFree: Record<QuotaName, { name: string; noun: string; free: number; otherwise: string }> = {
  vpcs: {
    name: 'VPCs',
    noun: 'VPCs',
    free: 2,
    otherwise: 'A new environment needs one, and an environment that moves needs a second one meanwhile.',
  },
  'load-balancers': {
    name: 'Load balancers',
    noun: 'Application Load Balancers',
    free: 2,
    otherwise: 'Each exposed port of an environment needs one, and a second one while it moves.',
  },
  'on-demand-vcpus': {
    name: 'On-demand vCPUs',
    noun: 'vCPUs of on-demand standard instances',
    free: 8,
    otherwise: 'New instances run beside the old ones while a deployment replaces them.',
  },
  'spot-vcpus': {
    name: 'Spot vCPUs',
    noun: 'vCPUs of Spot standard instances',
    free: 8,
    otherwise: 'What does not fit runs on on-demand instances, which cost more.',
  },
}

/** The checklist of an account. */
export function accountChecks(preflight: Preflight): AccountCheck[] {
  const unanswered = new Map(preflight.unanswered.map((one) => [one.question, one]))
  const unless = (question: Preflight['unanswered'][number]['question'], words: () => Words): Words => {
    const gap = unanswered.get(question)
    return gap ? wordsOfGap(gap) : words()
  }
  return [
    { name: 'Permissions', ...unless('dry-runs', () => wordsOfWrites(preflight)) },
    ...(Object.keys(leastFree) as QuotaName[]).map((quota) => ({
      name: leastFree[quota].name,
      ...unless(quota, () => wordsOfQuota(quota, preflight)),
    })),
    { name: 'Disk encryption', ...unless('disk-key', () => wordsOfDiskKey(preflight)) },
    { name: 'Zones', ...unless('zones', () => wordsOfZones(preflight)) },
  ]
}

const wordsOfGap = ({ isDenied, message }: Preflight['unanswered'][number]): Words => ({
  outcome: 'unknown',
  found: isDenied ? 'The roles of the account do not let SDO look.' : 'AWS did not answer.',
  remedy: isDenied
    ? `Download the role template, apply it and press Update Status. AWS says: ${message}`
    : 'SDO asks again within an hour. To ask now, press Update Status.',
})

function wordsOfWrites({ refusedWrites }: Preflight): Words {
  const [first] = refusedWrites
  if (!first) return { outcome: 'good', found: 'AWS lets SDO make networks and launch instances.' }
  const actions = refusedWrites.filter(({ reason }) => reason === first.reason).map(({ action }) => action)
  return {
    outcome: 'attention',
    found: `AWS would refuse ${actions.join(', ')}. It says: ${first.message}`,
    remedy: remedyByReason[first.reason],
  }
}

/** Says for people that the account has no room for one VPC more; undefined while it has, or nobody knows. */
export function vpcShortage(preflight: Preflight | undefined): string | undefined {
  const { limit, used = 0 } = preflight?.quotas.find(({ name }) => name === 'vpcs') ?? {}
  if (limit === undefined || used < limit) return undefined
  return `${used} of ${limit} VPCs of the AWS account are in use. Ask AWS for more: ${quotaConsoleOf('vpcs')}`
}

const remedyByReason: Record<Preflight['refusedWrites'][number]['reason'], string> = {
  denied:
    'Apply the role template again. If a permissions boundary limits the roles, allow these actions in it.',
  'denied-from-above':
    'Ask who manages your AWS organization to allow these actions for roles below /sdo/ in its control policies.',
  restricted:
    'AWS opens a new account by itself, in minutes or hours. If it takes longer, ask AWS Support to verify the account.',
  'type-not-allowed':
    'The account is on AWS’s free plan. Upgrade it to the paid plan in the Billing console.',
  'quota-exceeded': 'Ask AWS for a higher quota, or delete what is not needed.',
}

function wordsOfQuota(name: QuotaName, { quotas }: Preflight): Words {
  const quota = quotas.find((one) => one.name === name)
  if (!quota) return { outcome: 'unknown', found: 'AWS was not asked yet.' }
  const { limit, used } = quota
  const { noun, free, otherwise } = leastFree[name]
  const found = used === undefined ? `At most ${limit} ${noun}.` : `${used} of ${limit} ${noun} are in use.`
  if (limit - (used ?? 0) >= free) return { outcome: 'good', found }
  return { outcome: 'attention', found, remedy: `${otherwise} Ask AWS for more: ${quotaConsoleOf(name)}` }
}

function wordsOfDiskKey({ ownDiskKey }: Preflight): Words {
  if (!ownDiskKey) return { outcome: 'good', found: 'New disks are encrypted with AWS’s key.' }
  const { arn, isProven } = ownDiskKey
  if (isProven) return { outcome: 'good', found: `Instances run with disks that your key ${arn} encrypts.` }
  return {
    outcome: 'attention',
    found: `New disks are encrypted with your key ${arn}. No instance of SDO has run with it yet.`,
    remedy:
      'Check that the policy of the key leaves it to IAM who uses it, by a statement for the root of the account. Otherwise instances end right after launch.',
  }
}

function wordsOfZones({ zones }: Preflight): Words {
  const useful = zones.filter(({ instanceTypes }) => instanceTypes > 0)
  const found = `${useful.length} of ${zones.length} zones offer instances that SDO launches.`
  // A load balancer has to be in two.
  return useful.length >= 2
    ? { outcome: 'good', found }
    : {
        outcome: 'attention',
        found,
        remedy: 'A load balancer needs two zones. Ask AWS Support why the account sees no more.',
      }
}
