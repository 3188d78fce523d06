import { settingKinds, undoGraceSeconds } from '../../../core/deployment/deployment-state'
import { deploymentStates } from '../../../core/resources/wire-states'
import { findReplaced, findUndo } from '../../../db/find-undo'
import type { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'

/** The longest that an undo is queued after what it is for began: it has to last, and to be noticed. */
const settlingSeconds = undoGraceSeconds + 10

interface Watch {
  /** Present while a deployment is live and is undone where it gets unhealthy: for how long still. */
  watchSecondsLeft?: number
  /** Present once its undo was asked for. */
  undoneBy?: { sequence: number; reason: string }
}

/** Whether SDO still watches a deployment that is live, or has undone it. */
export async function readWatch(
  { deletingAt, watchMinutes }: Environment,
  deployment: Deployment,
  now: number,
): Promise<Watch> {
  const undo = await findUndo(deployment)
  if (undo) return { undoneBy: { sequence: undo.sequence, reason: undo.reason } }
  const { state, kind, finishedAt } = deployment
  if (state !== deploymentStates.LIVE || kind === 'undo' || settingKinds.includes(kind)) return {}
  if (deletingAt || watchMinutes === 0 || !finishedAt || !(await findReplaced(deployment))) return {}
  const left = Math.ceil((finishedAt.getTime() - now) / 1000) + watchMinutes * 60 + settlingSeconds
  return left > 0 ? { watchSecondsLeft: left } : {}
}
