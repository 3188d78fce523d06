import {
  findFirstThings,
  findTeamStart,
  type Named,
  type UnconfirmedCost,
} from '../../../db/queries/navigation'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { firstSteps, type FirstSteps } from './first-steps'

export type { UnconfirmedCost }

export interface PortalFrame {
  /** Null for a team without a name. */
  teamName: string | null
  /** The first environments by name, at most `mostEnvironments` of them. */
  environments: Named[]
  /** USD, of all environments with their load balancers. */
  costPerHour: number
  /** What nobody of the team has confirmed yet that it costs money. */
  unconfirmedCosts: UnconfirmedCost[]
  /** Absent once anything of the team was live. */
  firstSteps?: FirstSteps
}

/** So many are in the menu of environments; the list has them all. */
export const mostEnvironments = 15

/** The frame of every page of the portal: the team's environments, and its way to a first live application. */
export async function getPortalFrame(
  { sequelize, log }: Dependencies,
  { teamId, isAdmin }: HumanActor,
): Promise<PortalFrame> {
  const start = await findTeamStart(sequelize, teamId, mostEnvironments)
  const {
    teamName = null,
    hasBeenLive = true,
    environments = [],
    costPerHour = 0,
    unconfirmedCosts = [],
  } = start ?? {}
  const around = { teamName, environments, costPerHour, unconfirmedCosts }
  if (hasBeenLive) return around
  // The steps only guide: a page must not fail with them.
  const things = await findFirstThings(sequelize, teamId).catch((err: unknown) =>
    log.warn({ err }, 'The first steps of a team could not be read.'),
  )
  return { ...around, ...(things && { firstSteps: firstSteps(things, isAdmin) }) }
}
