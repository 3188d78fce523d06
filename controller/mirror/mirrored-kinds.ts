import {
  Op,
  type FindAttributeOptions,
  type FindOptions,
  type Model,
  type ModelStatic,
  type WhereOptions,
} from 'sequelize'
import { kindsInOrder, type Kind } from '../../core/resources/kinds'
import { deploymentStates } from '../../core/resources/wire-states'
import { accountOfDeployment } from '../../db/account-of-deployment'
import { isPending, pendingRows, type MirroredRow } from '../../db/desired-revision'
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
  model: ModelStatic<Model & MirroredRow & { id: string }>
  /** Attribute that is the id of the row's AWS account. */
  awsAccount: typeof accountOfDeployment | string
  /** The rows to compare, beside those that have changed; absent: all. */
  compared?: WhereOptions
  /** The rows that somebody waits for, beside those that have changed. */
  awaited?: WhereOptions
  /** Brings one row and its resource into agreement. Resolves with whether there is a row of this id. */
  sync(dependencies: MirrorDependencies, id: string): Promise<boolean>
}

const { QUEUED, DEPLOYING, LIVE } = deploymentStates

export const mirroredKinds: Record<Kind, MirroredKind> = {
  AwsAccount: { model: AwsAccount, awsAccount: 'id', sync: syncAwsAccount },
  HostedZone: { model: HostedZone, awsAccount: 'aws_account_id', sync: syncHostedZone },
  ExternalNetwork: { model: ExternalNetwork, awsAccount: 'aws_account_id', sync: syncExternalNetwork },
  Environment: { model: Environment, awsAccount: 'aws_account_id', sync: syncEnvironment },
  Deployment: {
    model: Deployment,
    awsAccount: accountOfDeployment,
    compared: { state: [QUEUED, DEPLOYING, LIVE] },
    awaited: { state: DEPLOYING },
    sync: syncDeployment,
  },
}

/** A row, as far as it tells whether its resource says the same. */
export interface SeenRow {
  kind: Kind
  id: string
  /** Id of the AWS account that it is in. */
  awsAccount: string
  revision: string
  /** Whether it was changed since it was last applied. */
  isPending: boolean
}

const select = async (kind: Kind, options: FindOptions): Promise<SeenRow[]> => {
  const { model, awsAccount } = mirroredKinds[kind]
  const attributes: FindAttributeOptions = [
    'id',
    'desiredRevision',
    'mirroredRevision',
    [awsAccount, 'inAccount'],
  ]
  const rows = (await model.findAll({ ...options, attributes, raw: true })) as unknown as SelectedRow[]
  return rows.map((row) => ({
    kind,
    id: row.id,
    awsAccount: row.inAccount,
    revision: row.desiredRevision,
    isPending: isPending(row),
  }))
}

interface SelectedRow extends MirroredRow {
  id: string
  inAccount: string
}

const orPending = (rows: WhereOptions | undefined): WhereOptions =>
  rows ? { [Op.or]: [rows, pendingRows] } : pendingRows

/** The rows that somebody waits for: that changed since they were applied, or are on their way. Kinds come after those that they need. */
export async function listAwaited(): Promise<SeenRow[]> {
  const rows: SeenRow[] = []
  for (const kind of kindsInOrder)
    rows.push(...(await select(kind, { where: orPending(mirroredKinds[kind].awaited) })))
  return rows
}

/** Of one statement, so that it takes no time that anybody feels. */
const mostAtOnce = 1000

/** All rows that the mirror compares with their resources, some at a time: all but deployments that have ended and were told of. */
export async function* listCompared(): AsyncGenerator<SeenRow[]> {
  for (const kind of kindsInOrder) {
    const { compared } = mirroredKinds[kind]
    let last: string | undefined
    for (;;) {
      const after: WhereOptions = last === undefined ? {} : { id: { [Op.gt]: last } }
      const where = { [Op.and]: [compared ? orPending(compared) : {}, after] }
      const rows = await select(kind, { where, order: [['id', 'ASC']], limit: mostAtOnce })
      yield rows
      last = rows.at(-1)?.id
      if (rows.length < mostAtOnce) break
    }
  }
}
