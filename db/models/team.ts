import { date, key, nullable, optional, table, text, uuid } from './table'

/** A customer: everything else belongs to one. */
export class Team extends table('teams', {
  id: key(uuid()),
  /** What its people call it; null where nobody said. */
  name: optional(nullable(text())),
  /** When somebody of the team confirmed that environments, or deployments, cost money. */
  environmentCostApprovedAt: optional(nullable(date())),
  deploymentCostApprovedAt: optional(nullable(date())),
  createdAt: optional(date()),
}) {}
