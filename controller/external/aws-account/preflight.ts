import type { AwsAccount, Preflight, preflightQuestions } from '../../../core/resources/aws-account'
import { ownerTag, ownerValue } from '../../../core/aws/ownership'
import { quotaNames, type QuotaName } from '../../../core/aws/quotas'
import { CloudError, type CloudAccount, type CloudErrorKind, type DryRuns } from '../../cloud/cloud'
import { initialStatus, writeAwsAccountStatus, type AwsAccountDependencies } from './aws-account-status'

/** Accounts change seldom. */
const intervalSeconds = 86_400
/** After a question that was not answered. */
const retrySeconds = 3600

type PreflightDependencies = Pick<AwsAccountDependencies, 'store' | 'cloud' | 'clock' | 'log'>

/**
 * Asks AWS what an account is ready for, when somebody asked and once a day. Each question stands for itself: what is refused or not
 * answered leaves the others and the phase of the account as they are.
 */
export async function ensurePreflight(name: string, dependencies: PreflightDependencies): Promise<void> {
  const { store, cloud, clock } = dependencies
  const account = await store.get('AwsAccount', name)
  if (!account || !isDue(account, clock.now())) return
  const asked = await askAll(account, cloud.account(account.spec))
  // Asking takes seconds.
  const present = await store.get('AwsAccount', name)
  if (!present?.status || present.metadata.deletionTimestamp) return
  const preflight = { ...asked, checkedEpoch: clock.now() }
  await writeAwsAccountStatus(
    present,
    dependencies,
    { phase: present.status.phase, message: present.status.message, preflight },
    [],
  )
}

const isAskedSince = ({ status }: AwsAccount): boolean =>
  status?.preflight === undefined || (status.askedEpoch ?? 0) > status.preflight.checkedEpoch

function isDue(account: AwsAccount, now: number): boolean {
  const { phase, preflight } = account.status ?? initialStatus()
  // Other roles than those that are required say little of what AWS would allow.
  if (!account.spec.isEnvironmentHolder || (phase !== 'Ready' && phase !== 'UpdateNeeded')) return false
  if (!preflight || isAskedSince(account)) return true
  const isIncomplete = preflight.unanswered.some(({ isDenied }) => !isDenied)
  return now - preflight.checkedEpoch >= (isIncomplete ? retrySeconds : intervalSeconds) * 1000
}

type Question = (typeof preflightQuestions)[number]
type Facts = Omit<Preflight, 'checkedEpoch'>

/** One call after another: nobody waits for the answers, and other work of the account should not be throttled for them. */
async function askAll(account: AwsAccount, cloud: CloudAccount): Promise<Facts> {
  const before = account.status?.preflight
  const facts: Facts = { ...nothingKnown, ...before, unanswered: [] }
  const questions: [Question, () => Promise<Partial<Facts>>][] = [
    [
      'dry-runs',
      async () => ({
        refusedWrites: merge(facts.refusedWrites, await cloud.preflight.dryRun(isAskedSince(account))),
      }),
    ],
    ...quotaNames.map((name): [Question, () => Promise<Partial<Facts>>] => [
      name,
      async () => {
        const limit = await cloud.preflight.quota(name)
        const used = await countUsed(name, cloud)
        const others = facts.quotas.filter((one) => one.name !== name)
        return { quotas: [...others, { name, limit, ...(used !== undefined && { used }) }] }
      },
    ]),
    ['disk-key', async () => ({ ownDiskKey: await readOwnDiskKey(cloud) })],
    ['zones', async () => ({ zones: await readZones(cloud) })],
  ]
  let isSilent = false
  for (const [question, ask] of questions) {
    if (isSilent) {
      facts.unanswered.push({ question, isDenied: false, message: 'It was not asked.' })
      continue
    }
    try {
      Object.assign(facts, await ask())
    } catch (error) {
      if (!(error instanceof CloudError)) throw error
      facts.unanswered.push({ question, isDenied: error.kind === 'access-denied', message: error.message })
      // Whoever hangs or has enough is not asked on: that would hold up the pass.
      isSilent = error.kind === 'unavailable' || error.kind === 'throttled'
    }
  }
  return facts
}

const nothingKnown: Facts = { refusedWrites: [], quotas: [], zones: [], unanswered: [] }

type RefusedWrite = Facts['refusedWrites'][number]

/** What was asked about now is as it was answered now; of the rest, what was found before is believed. */
const merge = (before: RefusedWrite[], { asked, refused }: DryRuns): RefusedWrite[] => [
  ...refused.map(({ write, error }) => ({
    action: write,
    reason: error.isDeniedFromAbove ? ('denied-from-above' as const) : (reasonByKind[error.kind] ?? 'denied'),
    message: error.message,
  })),
  ...before.filter(({ action }) => !asked.some((write) => write === action)),
]

const reasonByKind: Partial<Record<CloudErrorKind, RefusedWrite['reason']>> = {
  'account-restricted': 'restricted',
  'type-not-allowed': 'type-not-allowed',
  'quota-exceeded': 'quota-exceeded',
}

async function countUsed(name: QuotaName, cloud: CloudAccount): Promise<number | undefined> {
  if (name === 'vpcs') return (await cloud.network.listVpcRanges()).length
  if (name === 'load-balancers') return cloud.preflight.countLoadBalancers()
  return undefined
}

async function readOwnDiskKey(cloud: CloudAccount): Promise<Facts['ownDiskKey']> {
  const arn = await cloud.preflight.ownDiskKey()
  if (arn === undefined) return undefined
  const ours = await cloud.instances.list({ [ownerTag]: ownerValue })
  return { arn, isProven: ours.some(({ state }) => state === 'running') }
}

async function readZones(cloud: CloudAccount): Promise<Facts['zones']> {
  const [zones, offerings] = [await cloud.network.listZones(), await cloud.offerings.list()]
  return zones.map(({ name, id }) => {
    const types = offerings.filter(({ zone }) => zone === name).map(({ instanceType }) => instanceType)
    return { name, id, instanceTypes: new Set(types).size }
  })
}
