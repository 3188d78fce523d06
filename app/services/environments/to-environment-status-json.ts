import { statusTexts } from '../../messages/environment-status-texts'
import { remedyOfReason } from '../../messages/remedies'
import { findCondition } from '../../../core/resources/find-condition'
import type { StatusType } from '../../../core/resources/wire-states'
import type { Environment } from '../../../db/models/environment'
import { listProcessCounts } from '../../../db/queries/process-counts'
import { cloudRefusalOf } from '../aws-accounts/cloud-refusal'
import type { EnvironmentStatusView } from './environment-views'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { requireOwn } from '../access/own'

type Row = Pick<Environment, 'awsAccountId' | 'status' | 'statusType' | 'statusMessage' | 'deletingAt'>

/** How many processes an environment is to run, and how many of them are healthy. */
interface Counts {
  numHealthy: number
  count: number
}

/** The state of one environment. */
export async function readEnvironmentStatus(environment: Environment): Promise<EnvironmentStatusView> {
  const counts = await listProcessCounts(environment.sequelize, environment.id)
  const sumOf = (name: keyof Counts) => counts.reduce((sum, one) => sum + one[name], 0)
  return toEnvironmentStatusJson(environment, {
    numHealthy: sumOf('numHealthy'),
    count: sumOf('count'),
  })
}

/** The state of an environment for people, which is never better than its counts: what was asked for last may not have been seen yet. */
export function toEnvironmentStatusJson(environment: Row, counts: Counts): EnvironmentStatusView {
  const refusal = cloudRefusalOf(environment)
  const state = stateOf(environment, counts)
  const ready = findCondition(environment.status?.conditions ?? [], 'Ready')
  const documentation =
    state.statusType === 'FAILURE' || state.statusType === 'INITIAL'
      ? remedyOfReason(ready?.reason)
      : undefined
  return {
    ...state,
    ...(isInService(environment) && { needsAttention: true as const }),
    ...(documentation !== undefined && { documentation }),
    isDeleting: environment.deletingAt !== null,
    ...(refusal && { refusal }),
  }
}

function stateOf({ statusType, statusMessage }: Row, { numHealthy, count }: Counts) {
  if (statusType === 'READY' && numHealthy < count)
    return {
      statusType: 'WORKING' satisfies StatusType as StatusType,
      statusMessage: `${numHealthy} of ${count} processes are healthy.`,
    }
  return { statusType, statusMessage: statusMessage || statusTexts[statusType] }
}

/** Whether what somebody has to act on keeps nothing from being in service, as far as the controller has seen. */
const isInService = ({ statusType, status }: Row): boolean =>
  statusType === 'FAILURE' && findCondition(status?.conditions ?? [], 'Available')?.status === 'True'

/** How an environment is doing. Once its deletion is through it is not found any more. */
export const getEnvironmentStatus = async (
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<EnvironmentStatusView> => readEnvironmentStatus(await requireOwn('environment', actor, id))
