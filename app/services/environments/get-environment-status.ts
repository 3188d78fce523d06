import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { EnvironmentStatusView } from './environment-views'
import { requireOwn } from '../access/own'
import { readEnvironmentStatus } from './to-environment-status-json'

/** How an environment is doing. Once its deletion is through it is not found any more. */
export const getEnvironmentStatus = async (
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<EnvironmentStatusView> => readEnvironmentStatus(await requireOwn('environment', actor, id))
