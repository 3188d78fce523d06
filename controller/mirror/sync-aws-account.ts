import type { AwsAccount as AwsAccountResource, AwsAccountStatus } from '../../core/resources/aws-account'
import { isToGo, teamLabel } from '../../core/resources/metadata'
import { AwsAccount } from '../../db/models/aws-account'
import { recordAwsAccount } from '../../db/queries/aws-accounts'
import { claimAccountNumber, releaseAccountNumber } from '../account-numbers/claim-account-number'
import type { SpecWrite } from '../store/store'
import type { MirrorDependencies } from './dependencies'
import { ensureApplied, isObserved } from './ensure-applied'
import { recordMirrored } from '../../db/desired-revision'
import { recordedLabelOf, restoreStatus } from './restore-status'
import { withKeyLock } from '../../db/key-lock'

/**
 * Brings the row and the resource of one AWS account into agreement. Repeating it changes nothing.
 *
 * @returns whether there is a row of this id
 */
export function syncAwsAccount(dependencies: MirrorDependencies, id: string): Promise<boolean> {
  const { store, sequelize, clock, log } = dependencies
  return withKeyLock(sequelize, `mirror/AwsAccount/${id}`, async () => {
    const row = await AwsAccount.findByPk(id)
    if (!row) return false
    const present = await store.get('AwsAccount', id)
    if (row.deletingAt && !present) {
      await row.destroy()
      await releaseAccountNumber(row)
      log.info({ awsAccount: id }, 'The AWS account is gone.')
      return true
    }
    const write = awsAccountWrite(row, present)
    const applied = await ensureApplied(dependencies, 'AwsAccount', {
      model: AwsAccount,
      row,
      present,
      write,
    })
    const resource = await restoreStatus(dependencies, 'AwsAccount', applied, row.status)
    // By what is and not by what changed: whatever was lost on the way, the next look makes up for it.
    if (row.deletingAt && !isToGo(resource.metadata)) await store.requestDelete('AwsAccount', id)
    await recordMirrored(AwsAccount, row)
    if (resource.status) await recordStatus(row, resource, resource.status, clock.now())
    return true
  })
}

const awsAccountWrite = (
  row: AwsAccount,
  present: AwsAccountResource | undefined,
): SpecWrite<'AwsAccount'> => ({
  name: row.id,
  labels: { [teamLabel]: row.teamId, ...recordedLabelOf(row.status, present) },
  spec: {
    displayName: row.name,
    accountNumber: row.accountNumber,
    externalId: row.externalId,
    isEnvironmentHolder: row.isEnvironmentHolder,
    isNetworkHolder: row.isNetworkHolder || undefined,
    verifyRequest: row.verifyRequest,
    forceDelete: row.forceDelete,
  },
})

const phasesOfDeletion: AwsAccountStatus['phase'][] = ['Deleting', 'Failure']

/**
 * Records findings in the row. Those from before its present spec was observed answer nothing: the state stays what the service set when it
 * was asked.
 */
async function recordStatus(
  row: AwsAccount,
  resource: AwsAccountResource,
  found: AwsAccountStatus,
  now: number,
): Promise<void> {
  const isCurrent = isObserved(resource)
  const status = isCurrent && !row.deletingAt ? await claimAccountNumber(row, found, now) : found
  const isAnswer = isCurrent && (!row.deletingAt || phasesOfDeletion.includes(status.phase))
  await recordAwsAccount(row.sequelize, row.id, { status, isAnswer })
}
