import type { Sequelize } from 'sequelize'
import type { LogMessage } from '../../../db/models/log-message'
import { listExaminations } from '../../../db/queries/audit-entries'
import { listLoggedDeployments } from '../../../db/queries/logged-deployments'
import { readRequesters } from '../deployments/to-deployments-json'
import type { EnvironmentLogs } from './log-views'

type Line = Pick<LogMessage, 'type' | 'createdAt' | 'traceId'>
type Cause = Pick<EnvironmentLogs['logs'][number], 'deployment' | 'examination'>
type LoggedDeployment = NonNullable<Cause['deployment']>

/** For which deployment or examination each line was logged, and who had asked for it. */
export async function readCauses(
  sequelize: Sequelize,
  environmentId: string,
  lines: readonly Line[],
): Promise<(line: Line) => Cause> {
  const deploymentOf = await readLoggedDeployments(sequelize, environmentId, lines)
  const others = lines.flatMap((line) => (line.traceId && !deploymentOf(line) ? line.traceId : []))
  const examinations =
    others.length > 0 ? await listExaminations(sequelize, environmentId, [...new Set(others)]) : []
  const byTrace = new Map(
    examinations.map(({ id, traceId, actorName }) => [traceId, { id, requestedBy: actorName }]),
  )
  return (line) => {
    const deployment = deploymentOf(line)
    const examination = deployment ? undefined : byTrace.get(line.traceId ?? '')
    return { ...(deployment && { deployment }), ...(examination && { examination }) }
  }
}

/** By deployment: the one whose request the line names, else, for what is said of deployments, the one that was under way. */
async function readLoggedDeployments(
  sequelize: Sequelize,
  environmentId: string,
  lines: readonly Line[],
): Promise<(line: Line) => LoggedDeployment | undefined> {
  const epochs = lines.map(({ createdAt }) => createdAt.getTime())
  if (epochs.length === 0) return () => undefined
  const deployments = await listLoggedDeployments(sequelize, {
    environmentId,
    traceIds: [...new Set(lines.flatMap(({ traceId }) => traceId ?? []))],
    from: new Date(Math.min(...epochs)),
    until: new Date(Math.max(...epochs)),
  })
  const requesters = await readRequesters(sequelize, deployments)
  const views = deployments.map(({ id, sequence, kind, requestedBy }) => {
    const requester = requesters.get(requestedBy ?? '')
    return {
      id,
      sequence,
      ...(requester && { requestedBy: requester.name, requesterKind: requester.kind }),
      ...(kind === 'undo' && { isUndo: true as const }),
    }
  })
  return ({ type, createdAt, traceId }) => {
    const isUnderWay = ({ startedAt, finishedAt }: (typeof deployments)[number]) =>
      startedAt !== null && startedAt <= createdAt && (finishedAt === null || createdAt <= finishedAt)
    const byTrace = traceId ? deployments.findIndex((one) => one.traceId === traceId) : -1
    return views[byTrace < 0 && type === 'deployment' ? deployments.findIndex(isUnderWay) : byTrace]
  }
}
