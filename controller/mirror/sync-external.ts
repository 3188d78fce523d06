import type { Model, ModelStatic, Sequelize } from 'sequelize'
import type { ResourceByKind, SpecOf, StatusOf } from '../../core/resources/kinds'
import { isToGo, teamLabel, type Resource } from '../../core/resources/metadata'
import { recordMirrored, type MirroredRow } from '../../db/desired-revision'
import { withKeyLock } from '../../db/key-lock'
import { AwsAccount } from '../../db/models/aws-account'
import type { MirrorDependencies } from './dependencies'
import { ensureApplied, isObserved } from './ensure-applied'
import { recordedLabelOf, restoreStatus } from './restore-status'
import { syncAwsAccount } from './sync-aws-account'
import { HostedZone } from '../../db/models/hosted-zone'
import { recordHostedZone } from '../../db/queries/hosted-zones'
import { ExternalNetwork } from '../../db/models/external-network'
import { recordExternalNetwork, releaseNetworkHolder } from '../../db/queries/external-networks'

type ExternalKind = 'HostedZone' | 'ExternalNetwork'

type ExternalRow<K extends ExternalKind> = Model &
  MirroredRow & {
    id: string
    teamId: string
    awsAccountId: string
    deletingAt: Date | null
    status: StatusOf<K> | null
  }

/** Differences between the kinds of things that a team has in an AWS account, outside of environments. */
interface External<K extends ExternalKind, Row extends ExternalRow<K>> {
  kind: K
  model: ModelStatic<Row>
  toSpec(row: Row): SpecOf<K>
  record(
    sequelize: Sequelize,
    id: string,
    answer: { status: StatusOf<K>; isAnswer: boolean },
  ): Promise<unknown>
  /** After its row went. */
  forget?(sequelize: Sequelize, row: Row): Promise<unknown>
}

const phasesOfDeletion = ['DELETING', 'DELETION_FAILURE']

/**
 * How the row and the resource of one such thing are brought into agreement. Repeating it changes nothing.
 *
 * @returns whether there is a row of this id
 */
const syncExternal =
  <K extends ExternalKind, Row extends ExternalRow<K>>({
    kind,
    model,
    toSpec,
    record,
    forget,
  }: External<K, Row>) =>
  async (dependencies: MirrorDependencies, id: string): Promise<boolean> => {
    const { store, sequelize, log } = dependencies
    const read = () => model.findByPk(id)
    await ensureAccountApplied(dependencies, await read())
    return withKeyLock(sequelize, `mirror/${kind}/${id}`, async () => {
      const row = await read()
      if (!row) return false
      const present = await store.get(kind, id)
      if (row.deletingAt && !present) {
        await row.destroy()
        await forget?.(sequelize, row)
        log.info({ kind, resource: id }, 'It is gone.')
        return true
      }
      const labels = { [teamLabel]: row.teamId, ...recordedLabelOf(row.status, present) }
      const write = { name: row.id, labels, spec: toSpec(row) }
      const applied = await ensureApplied(dependencies, kind, { model, row, present, write })
      const resource: Resource<string, unknown, StatusOf<ExternalKind>> & ResourceByKind[K] =
        await restoreStatus(dependencies, kind, applied, row.status)
      if (row.deletingAt && !isToGo(resource.metadata)) await store.requestDelete(kind, id)
      await recordMirrored(model, row)
      const status = resource.status as StatusOf<K> | undefined
      if (status) {
        const isAnswer = isObserved(resource) && (!row.deletingAt || phasesOfDeletion.includes(status.phase))
        await record(sequelize, id, { status, isAnswer })
      }
      return true
    })
  }

async function ensureAccountApplied(
  dependencies: MirrorDependencies,
  row: { awsAccountId: string } | null,
): Promise<void> {
  const account = row && (await AwsAccount.findByPk(row.awsAccountId))
  if (account?.mirroredRevision === '0') await syncAwsAccount(dependencies, account.id)
}

/** Brings the row and the resource of one hosted zone into agreement. */
export const syncHostedZone = syncExternal<'HostedZone', HostedZone>({
  kind: 'HostedZone',
  model: HostedZone,
  toSpec: ({ awsAccountId, awsId }) => ({ awsAccount: awsAccountId, zoneId: awsId }),
  record: recordHostedZone,
})

/** Brings the row and the resource of one external network into agreement. */
export const syncExternalNetwork = syncExternal<'ExternalNetwork', ExternalNetwork>({
  kind: 'ExternalNetwork',
  model: ExternalNetwork,
  toSpec: ({ awsAccountId, vpcId, region }) => ({ awsAccount: awsAccountId, vpcId, region }),
  record: recordExternalNetwork,
  forget: (sequelize, { awsAccountId }) => releaseNetworkHolder(sequelize, awsAccountId),
})
