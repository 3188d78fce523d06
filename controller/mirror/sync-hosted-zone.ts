import { isToGo, teamLabel } from '../../core/resources/metadata'
import { recordMirrored } from '../../db/desired-revision'
import { withKeyLock } from '../../db/key-lock'
import { AwsAccount } from '../../db/models/aws-account'
import { HostedZone } from '../../db/models/hosted-zone'
import { recordHostedZone } from '../../db/queries/hosted-zones'
import type { MirrorDependencies } from './dependencies'
import { ensureApplied } from './ensure-applied'
import { isObserved } from './is-observed'
import { recordedLabelOf, restoreStatus } from './restore-status'
import { syncAwsAccount } from './sync-aws-account'

const phasesOfDeletion = ['DELETING', 'DELETION_FAILURE']

/**
 * Brings the row and the resource of one hosted zone into agreement. Repeating it changes nothing.
 *
 * @returns whether there is a row of this id
 */
export async function syncHostedZone(dependencies: MirrorDependencies, id: string): Promise<boolean> {
  await ensureAccountApplied(dependencies, id)
  const { store, sequelize, log } = dependencies
  return withKeyLock(sequelize, `mirror/HostedZone/${id}`, async () => {
    const row = await HostedZone.findByPk(id)
    if (!row) return false
    const present = await store.get('HostedZone', id)
    if (row.deletingAt && !present) {
      await row.destroy()
      log.info({ hostedZone: id }, 'The hosted zone is gone.')
      return true
    }
    const write = {
      name: row.id,
      labels: { [teamLabel]: row.teamId, ...recordedLabelOf(row.status, present) },
      spec: { awsAccount: row.awsAccountId, zoneId: row.awsId },
    }
    const applied = await ensureApplied(dependencies, 'HostedZone', {
      model: HostedZone,
      row,
      present,
      write,
    })
    const resource = await restoreStatus(dependencies, 'HostedZone', applied, row.status)
    if (row.deletingAt && !isToGo(resource.metadata)) await store.requestDelete('HostedZone', id)
    await recordMirrored(HostedZone, row)
    if (resource.status) {
      const { status } = resource
      const isAnswer = isObserved(resource) && (!row.deletingAt || phasesOfDeletion.includes(status.phase))
      await recordHostedZone(sequelize, id, { status, isAnswer })
    }
    return true
  })
}

async function ensureAccountApplied(dependencies: MirrorDependencies, zoneId: string): Promise<void> {
  const zone = await HostedZone.findByPk(zoneId, { attributes: ['awsAccountId'] })
  const account = zone && (await AwsAccount.findByPk(zone.awsAccountId))
  if (account?.mirroredRevision === '0') await syncAwsAccount(dependencies, account.id)
}
