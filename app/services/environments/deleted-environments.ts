import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { findDeleted, listDeleted, listDeletedLines } from '../../../db/queries/deleted-environments'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import { retention } from '../retention'
import type { Dependencies } from '../dependencies'
import type { DeletedEnvironments, DeletedEnvironmentView, DeletedLog } from './deleted-views'
import { historyMilliseconds } from './fleet-history'
import { hourlyCosts } from '../cost/hourly-costs'

/** The last that were deleted; there are seldom as many. */
const mostListed = 200
const logPageSize = 500

/** Environments of the team that were deleted in the last 30 days. */
export async function listDeletedEnvironments(
  { sequelize }: Dependencies,
  actor: HumanActor,
): Promise<DeletedEnvironments> {
  requireAccess(actor, 'member')
  return { environments: (await listDeleted(sequelize, actor.teamId, mostListed)).map(toJson) }
}

/** One of them: its deployments and what it cost. @throws DomainError `not-found` */
export async function getDeletedEnvironment(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<DeletedEnvironmentView> {
  const environment = await requireDeleted(dependencies, actor, id)
  const now = environment.deletedAt.getTime()
  return {
    ...toJson(environment),
    deployments: environment.deployments.map(
      ({ createdAt, finishedAt, requestedBy, undoneBySequence, changes, ...deployment }) => ({
        ...deployment,
        createdEpoch: Date.parse(createdAt),
        ...(finishedAt !== null && { finishedEpoch: Date.parse(finishedAt) }),
        ...(requestedBy !== null && { requestedBy }),
        ...(undoneBySequence !== null && { undoneBySequence }),
        changes: changes.map(({ type, applicationName, versionName }) => ({
          type,
          ...(applicationName !== null && { applicationName }),
          ...(versionName !== null && { versionName }),
        })),
      }),
    ),
    samples: hourlyCosts(environment.samples, {
      created: environment.createdAt.getTime(),
      since: now - historyMilliseconds,
      now,
    }),
  }
}

/** A page of its log, the newest lines before the line `before`. @throws DomainError `not-found` */
export async function listDeletedLog(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, before }: { id: string; before?: number },
): Promise<DeletedLog> {
  await requireDeleted(dependencies, actor, id)
  const page = { before: before ?? null, limit: logPageSize }
  const lines = await listDeletedLines(dependencies.sequelize, id, page)
  return {
    logs: lines.reverse().map(({ sequence, createdAt, code, ...line }) => ({
      id: sequence,
      createdEpoch: createdAt.getTime(),
      ...line,
      ...(code !== null && { code }),
    })),
    ...(lines.length === logPageSize && { hasOlder: true }),
  }
}

async function requireDeleted({ sequelize }: Dependencies, actor: HumanActor, id: string) {
  requireAccess(actor, 'member')
  const found = isUuid(id) ? await findDeleted(sequelize, id, actor.teamId) : undefined
  if (!found) throw notFound('The environment')
  return found
}

type Found = Awaited<ReturnType<typeof listDeleted>>[number]

const toJson = ({ createdAt, deletedAt, deletedBy, ...environment }: Found) => {
  const { id, name, awsAccountName, awsAccountNumber } = environment
  const deletedEpoch = deletedAt.getTime()
  return {
    id,
    name,
    awsAccountName,
    awsAccountNumber,
    createdEpoch: createdAt.getTime(),
    deletedEpoch,
    ...(deletedBy !== null && { deletedBy }),
    forgottenEpoch: deletedEpoch + retention.deletedEnvironments.milliseconds,
  }
}
