import { date, key, nullable, optional, table, uuid } from './table'

/** A customer: everything else belongs to one. */
export class Team extends table('teams', {
  id: key(uuid()),
  /** When somebody of the team confirmed that environments, or deployments, cost money. */
  environmentCostApprovedAt: optional(nullable(date())),
  deploymentCostApprovedAt: optional(nullable(date())),
  createdAt: optional(date()),
}) {}
