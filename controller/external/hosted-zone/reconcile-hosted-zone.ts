import { isDeepStrictEqual } from 'node:util'
import type { AwsAccount } from '../../../core/resources/aws-account'
import { isExaminationAsked } from '../../../core/resources/metadata'
import type { HostedZone, HostedZoneStatus } from '../../../core/resources/hosted-zone'
import { CloudError } from '../../cloud/cloud'
import { DnsSilence } from '../../delegation/delegations'
import { createReconciler } from '../../reconcile/create-reconciler'
import type { ReconcileResult } from '../../runtime/controller-loop'
import {
  epochOfSame,
  initialExternalStatus,
  type StatusChange as ExternalStatusChange,
} from '../write-external-status'
import { writeHostedZoneStatus, type HostedZoneDependencies } from './hosted-zone-status'
import { removeHostedZone } from './remove-hosted-zone'

type StatusChange = ExternalStatusChange<'HostedZone'>

/** How often DNS is asked whether the name still leads to the zone. */
export const delegationIntervalSeconds = 300
/** While people wait for the name to lead there, or for an account. */
export const unsettledIntervalSeconds = 15
/** How often AWS is asked whether the zone is still there, also while DNS does not lead to it: its name servers never change. */
const zoneIntervalSeconds = { healthy: 3600, otherwise: 60 }

/**
 * Brings the status of a HostedZone in line with what the zone is and to whom its name is delegated. Whoever has the name delegates it:
 * a zone of the same name in an account of somebody else's has other name servers.
 */
export const createHostedZoneReconciler = (dependencies: HostedZoneDependencies) =>
  createReconciler<'HostedZone', never>(dependencies, {
    kind: 'HostedZone',
    initialStatus: initialExternalStatus,
    readRelated: () => Promise.resolve([]),
    advance: (zone) => advance(zone, dependencies),
    remove: (zone) => removeHostedZone(zone, dependencies),
  })

async function advance(zone: HostedZone, dependencies: HostedZoneDependencies): Promise<ReconcileResult> {
  const verdict = await examine(zone, dependencies)
  await writeHostedZoneStatus(zone, dependencies, verdict)
  return { requeueAfterSeconds: intervalSeconds(verdict.phase) }
}

const intervalSeconds = (phase: HostedZoneStatus['phase']) =>
  phase === 'HEALTHY' ? delegationIntervalSeconds : unsettledIntervalSeconds

/** @throws CloudError if AWS gives no answer; the verdict then stays what it was */
async function examine(zone: HostedZone, dependencies: HostedZoneDependencies): Promise<StatusChange> {
  const awsAccount = await dependencies.store.get('AwsAccount', zone.spec.awsAccount)
  if (!awsAccount)
    return {
      ...formerPhase(zone),
      reason: 'AccountNotReady',
      message: 'The AWS account of the hosted zone is not linked.',
    }
  try {
    const found = await readZone(zone, awsAccount, dependencies)
    return typeof found === 'string'
      ? { phase: 'INITIAL_SETUP_FAILURE', message: found }
      : await compare(zone, found, dependencies)
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'access-denied') return denied(zone, awsAccount)
    if (error instanceof CloudError && error.kind === 'not-found') return missing(zone, awsAccount)
    throw error
  }
}

/** The former phase, which stays while the zone cannot be seen. */
const formerPhase = ({ status }: HostedZone): { phase: HostedZoneStatus['phase'] } => ({
  phase: status?.phase ?? 'INITIAL_SETUP',
})

const denied = (zone: HostedZone, { spec }: AwsAccount): StatusChange => ({
  ...formerPhase(zone),
  reason: 'AccessDenied',
  message: `SDO cannot use its role for names in the account ${spec.displayName} (${spec.accountNumber}). Apply the current template of the account, then press Update Status on its page.`,
})

const missing = (zone: HostedZone, { spec }: AwsAccount): StatusChange => ({
  // One that was there once has taken its names with it.
  phase: zone.status?.zone ? 'DNS_MISSMATCH' : 'INITIAL_SETUP_FAILURE',
  reason: 'NotFound',
  message: `There is no hosted zone ${zone.spec.zoneId} in the account ${spec.displayName} (${spec.accountNumber}). Delete this association, and add the zone that has the name now.`,
})

type FoundZone = NonNullable<HostedZoneStatus['zone']>

/** The zone, or why it cannot be used. */
async function readZone(
  { metadata, spec, status }: HostedZone,
  awsAccount: AwsAccount,
  { cloud, clock }: HostedZoneDependencies,
): Promise<FoundZone | string> {
  const now = clock.now()
  // One that did not answer as it should may have been deleted.
  const seconds = status?.phase === 'HEALTHY' ? zoneIntervalSeconds.healthy : zoneIntervalSeconds.otherwise
  const isAsked = isExaminationAsked(metadata)
  if (status?.zone && !isAsked && now - status.zone.readEpoch < seconds * 1000) return status.zone
  const { name, isPrivate, nameServers } = await cloud.account(awsAccount.spec).dns.getZone(spec.zoneId)
  if (!isHostName(name))
    return `The name of the zone, ${name}, has characters that no browser sends. Create a zone under the name in Punycode, which begins with xn--, and add that one.`
  if (isPrivate) return `Only public hosted zones are supported, and ${name} is a private one.`
  return { name, nameServers, readEpoch: now }
}

/** Browsers ask for names of other alphabets in Punycode. */
const isHostName = (name: string): boolean => /^[a-z0-9_.-]+$/.test(name)

async function compare(
  hostedZone: HostedZone,
  zone: FoundZone,
  { delegations, clock }: HostedZoneDependencies,
): Promise<StatusChange> {
  const { metadata, status } = hostedZone
  try {
    const answers = await delegations.of(zone.name)
    const wrong = answers.find((nameServers) => !isDeepStrictEqual(nameServers, zone.nameServers))
    const verdict: StatusChange = wrong
      ? mismatch(zone, wrong)
      : { phase: 'HEALTHY', message: 'DNS leads to the zone.' }
    const isSame = verdict.message === status?.message && !isExaminationAsked(metadata)
    const notedEpoch = isSame ? status.checkedEpoch : undefined
    return {
      ...verdict,
      zone,
      checkedEpoch: epochOfSame(notedEpoch, intervalSeconds(verdict.phase), clock.now()),
    }
  } catch (error) {
    if (!(error instanceof DnsSilence)) throw error
    const message = `DNS does not answer who ${zone.name} is delegated to: ${error.message} SDO asks again.`
    return { ...formerPhase(hostedZone), message, zone }
  }
}

function mismatch({ name, nameServers }: FoundZone, found: string[]): StatusChange {
  const now = found.length === 0 ? 'is delegated to nobody' : `is delegated to ${found.join(', ')}`
  return {
    phase: 'DNS_MISSMATCH',
    message: `The name ${name} ${now}. At the registrar or in the parent zone, set the name servers of this zone: ${nameServers.join(', ')}. Records stay. You cannot link environments until then.`,
  }
}
