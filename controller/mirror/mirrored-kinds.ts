import { Op, type FindOptions, type Model, type ModelStatic } from 'sequelize'
import { kindsInOrder, type Kind } from '../../core/resources/kinds'
import { deploymentStates } from '../../core/resources/wire-states'
import { pendingRows } from '../../db/desired-revision'
import { AwsAccount } from '../../db/models/aws-account'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { ExternalNetwork } from '../../db/models/external-network'
import { HostedZone } from '../../db/models/hosted-zone'
import type { MirrorDependencies } from './dependencies'
import { syncAwsAccount } from './sync-aws-account'
import { syncDeployment } from './sync-deployment'
import { syncEnvironment } from './sync-environment'
import { syncHostedZone, syncExternalNetwork } from './sync-external'

/** A kind of resource whose rows the mirror compares with it. */
interface MirroredKind {
  model: ModelStatic<Model & { id: string }>
  /** The rows to compare, beside those that have changed; absent: all. */
  compared?: FindOptions
  /** Brings one row and its resource into agreement. Resolves with whether there is a row of this id. */
  sync(dependencies: MirrorDependencies, id: string): Promise<boolean>
}

const { QUEUED, DEPLOYING, LIVE } = deploymentStates

export const mirroredKinds: Record<Kind, MirroredKind> = {
  AwsAccount: { model: AwsAccount, sync: syncAwsAccount },
  HostedZone: { model: HostedZone, sync: syncHostedZone },
  ExternalNetwork: { model: ExternalNetwork, sync: syncExternalNetwork },
  Environment: { model: Environment, sync: syncEnvironment },
  Deployment: {
    model: Deployment,
    compared: { where: { state: [QUEUED, DEPLOYING, LIVE] }, order: [['sequence', 'ASC']] },
    sync: syncDeployment,
  },
}

/** Ids of the rows that the mirror compares with their resources: all but deployments that have ended, or only those that have changed since. */
export async function listRows(onlyPending: boolean): Promise<Record<Kind, string[]>> {
  const rows: Partial<Record<Kind, string[]>> = {}
  for (const kind of kindsInOrder) {
    const { model, compared } = mirroredKinds[kind]
    const others = compared?.where ? { [Op.or]: [compared.where, pendingRows] } : {}
    const where = onlyPending ? pendingRows : others
    rows[kind] = (await model.findAll({ ...compared, attributes: ['id'], where })).map(({ id }) => id)
  }
  return rows as Record<Kind, string[]>
}
