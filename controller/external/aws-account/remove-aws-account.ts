import type { AwsAccount } from '../../../core/resources/aws-account'
import { suggestedStackName } from '../../../core/roles/cloudformation'
import type { ReconcileResult } from '../../runtime/controller-loop'
import { CloudError } from '../../cloud/cloud'
import {
  findAccountCondition,
  writeAwsAccountStatus,
  type AwsAccountDependencies,
} from './aws-account-status'
import { readEnvironmentsIn } from './environments-in'
import { isAccessDenied, sentence } from './examine-roles'

const environmentsRecheckSeconds = 10
/** Always the same: what failed before the deletion was asked for must not make it wait. */
const cleanupRetrySeconds = 30
const cleaningUp = 'Resources are being cleaned up.'

/**
 * Takes what is ours out of the account, then lets the resource go. A clean-up that AWS refuses is a FAILURE that mends itself
 * once the roles are back; only a team that forces the deletion leaves something behind.
 */
export async function removeAwsAccount(
  account: AwsAccount,
  dependencies: AwsAccountDependencies,
): Promise<ReconcileResult> {
  const environments = await readEnvironmentsIn(dependencies.store)(account.metadata.name)
  if (environments.length > 0) {
    const names = environments.map(({ spec }) => spec.displayName).sort()
    const message = `Waiting for these environments to be deleted: ${names.join(', ')}.`
    await writeDeleting(account, dependencies, message)
    return { requeueAfterSeconds: environmentsRecheckSeconds }
  }
  const isInside = ({ spec }: { spec: { awsAccount: string } }) => spec.awsAccount === account.metadata.name
  const zones = (await dependencies.store.list('HostedZone')).filter(isInside)
  const networks = (await dependencies.store.list('ExternalNetwork')).filter(isInside)
  if (zones.length + networks.length > 0) {
    const names = [
      ...zones.map(({ spec, status }) => status?.zone?.name ?? spec.zoneId),
      ...networks.map(({ spec }) => spec.vpcId),
    ].sort()
    await writeDeleting(account, dependencies, `Waiting for these to be let go: ${names.join(', ')}.`)
    return { requeueAfterSeconds: environmentsRecheckSeconds }
  }

  const hasFailed = findAccountCondition(account, 'CleanedUp')?.reason === 'AccessDenied'
  const deleting = hasFailed ? account : await writeDeleting(account, dependencies, cleaningUp)
  try {
    await cleanUp(deleting, dependencies)
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    if (error.kind !== 'access-denied') {
      await writeDeleting(
        deleting,
        dependencies,
        `${cleaningUp} AWS did not do it yet: ${sentence(error.message)}`,
      )
      return { requeueAfterSeconds: cleanupRetrySeconds }
    }
    await writeAwsAccountStatus(
      deleting,
      dependencies,
      {
        phase: 'Failure',
        message: `The account could not be cleaned up: ${sentence(error.message)} Restore the removed roles or the stack ${suggestedStackName}, or force the deletion.`,
      },
      [
        { type: 'Ready', status: 'False', reason: 'Deleting' },
        { type: 'CleanedUp', status: 'False', reason: 'AccessDenied' },
      ],
    )
    return { requeueAfterSeconds: cleanupRetrySeconds }
  }
  await dependencies.store.dropFinalizer('AwsAccount', deleting)
  return {}
}

/**
 * Takes what is ours out of an account that no longer holds environments, while the roles that allow it may still be there.
 * @returns whether something of ours may still be in the account
 */
export async function leaveFormerHolder(
  account: AwsAccount,
  dependencies: AwsAccountDependencies,
): Promise<boolean> {
  if (!account.status?.hasHeldEnvironments) return false
  if ((await readEnvironmentsIn(dependencies.store)(account.metadata.name)).length > 0) return true
  try {
    await dependencies.cloud.account(account.spec).interruptions.removeSubscription()
    return false
  } catch (error) {
    if (isAccessDenied(error)) return true
    throw error
  }
}

const writeDeleting = (account: AwsAccount, dependencies: AwsAccountDependencies, message: string) =>
  writeAwsAccountStatus(account, dependencies, { phase: 'Deleting', message }, [
    { type: 'Ready', status: 'False', reason: 'Deleting' },
    { type: 'CleanedUp', status: 'Unknown', reason: 'Deleting' },
  ])

async function cleanUp(
  { metadata, spec, status }: AwsAccount,
  { cloud, log }: AwsAccountDependencies,
): Promise<void> {
  // An account that never held environments has nothing of ours, and no role by which to look.
  if (!status?.hasHeldEnvironments) return
  try {
    await cloud.account(spec).interruptions.removeSubscription()
  } catch (error) {
    if (!spec.forceDelete) throw error
    log.warn(
      { awsAccount: metadata.name, err: error },
      'The deletion was forced. Resources may be left in the account.',
    )
  }
}
