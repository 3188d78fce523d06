import { QueryTypes } from 'sequelize'
import type { AwsAccount as AwsAccountResource } from '../../core/resources/aws-account'
import { teamLabel } from '../../core/resources/metadata'
import { AwsAccount } from '../../db/models/aws-account'
import type { SpecWrite } from '../store/store'
import type { MirrorDependencies } from './dependencies'
import { isObserved, isPending, recordMirrored } from './pending-revision'
import { withRowLock } from './row-lock'

/** Brings the row and the resource of one AWS account into agreement. Repeating it changes nothing. */
export function syncAwsAccount({ store, sequelize, log }: MirrorDependencies, id: string): Promise<void> {
  return withRowLock(sequelize, `AwsAccount/${id}`, async () => {
    const row = await AwsAccount.findByPk(id)
    if (!row) return
    let resource = await store.get('AwsAccount', id)
    if (row.deletingAt && !resource) {
      await row.destroy()
      log.info({ awsAccount: id }, 'The AWS account is gone.')
      return
    }
    if (!resource || isPending(row)) {
      resource = await store.apply('AwsAccount', awsAccountWrite(row))
      if (row.deletingAt) await store.requestDelete('AwsAccount', id)
      await recordMirrored(AwsAccount, row)
    }
    if (resource?.status) await recordStatus(row, resource, resource.status)
  })
}

const awsAccountWrite = (row: AwsAccount): SpecWrite<'AwsAccount'> => ({
  name: row.id,
  labels: { [teamLabel]: row.teamId },
  spec: {
    displayName: row.name,
    accountNumber: row.accountNumber,
    externalId: row.externalId,
    isEnvironmentHolder: row.isEnvironmentHolder,
    verifyRequest: row.verifyRequest,
    forceDelete: row.forceDelete,
  },
})

const phasesOfDeletion = ['DELETING', 'FAILURE']

/**
 * The state is written only by an answer to what people asked last: the row as it is now must have been applied and
 * observed, its newest examination answered. Until then it keeps what the service set when it was asked.
 */
async function recordStatus(
  row: AwsAccount,
  resource: AwsAccountResource,
  status: NonNullable<AwsAccountResource['status']>,
): Promise<void> {
  const isAnswer = isObserved(resource) && (!row.deletingAt || phasesOfDeletion.includes(status.phase))
  await row.sequelize.query(
    `UPDATE aws_accounts
        SET status = $2::jsonb,
            state = CASE WHEN $3 AND mirrored_revision >= desired_revision AND verify_request <= $4 THEN $5 ELSE state END
      WHERE id = $1`,
    {
      bind: [row.id, JSON.stringify(status), isAnswer, status.answeredVerifyRequest, status.phase],
      type: QueryTypes.UPDATE,
    },
  )
}
