import { Team } from '../../../db/models/team'
import type { TeamActor } from '../actor/actor'

/** The warning that a team gets once: that it costs money. */
type Cost = 'environmentCostApprovedAt' | 'deploymentCostApprovedAt'

export async function isCostApproved({ teamId }: TeamActor, cost: Cost): Promise<boolean> {
  const team = await Team.findByPk(teamId, { attributes: [cost] })
  return Boolean(team?.[cost])
}

/** Notes that somebody confirmed the warning; the first time counts. */
export const approveCost = ({ teamId }: TeamActor, cost: Cost, now: number) =>
  Team.update({ [cost]: new Date(now) }, { where: { id: teamId, [cost]: null } })
