import { Op } from 'sequelize'
import type { Kind } from '../../core/resources/kinds'
import { deploymentStates } from '../../core/resources/wire-states'
import { pendingRows } from '../../db/desired-revision'
import { AwsAccount } from '../../db/models/aws-account'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { ExternalNetwork } from '../../db/models/external-network'
import { HostedZone } from '../../db/models/hosted-zone'

const { QUEUED, DEPLOYING, LIVE } = deploymentStates

/** What others stand in comes first. */
export const kindsInOrder: Kind[] = [
  'AwsAccount',
  'HostedZone',
  'ExternalNetwork',
  'Environment',
  'Deployment',
]

/** Ids of the rows that the mirror compares with their resources: all but deployments that have ended, or only those that have changed since. */
export async function listRows(onlyPending: boolean): Promise<Record<Kind, string[]>> {
  const where = onlyPending ? pendingRows : {}
  const runs = { state: [QUEUED, DEPLOYING, LIVE] }
  const ids = { attributes: ['id'], where }
  const rows = {
    AwsAccount: await AwsAccount.findAll(ids),
    HostedZone: await HostedZone.findAll(ids),
    ExternalNetwork: await ExternalNetwork.findAll(ids),
    Environment: await Environment.findAll(ids),
    Deployment: await Deployment.findAll({
      attributes: ['id'],
      where: onlyPending ? pendingRows : { [Op.or]: [runs, pendingRows] },
      order: [['sequence', 'ASC']],
    }),
  }
  const idsOf = (kind: Kind) => rows[kind].map(({ id }) => id)
  return Object.fromEntries(kindsInOrder.map((kind) => [kind, idsOf(kind)])) as Record<Kind, string[]>
}
