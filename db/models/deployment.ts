import type { DeploymentChange } from '../../core/deployment/deployment-state'
import type { DeploymentState } from '../../core/resources/wire-states'
import { bigint, date, integer, json, key, nullable, optional, smallint, table, text, uuid } from './table'

/** A change of what an environment runs, from asking for it to its end. */
export class Deployment extends table('deployments', {
  id: key(uuid()),
  environmentId: uuid(),
  sequence: integer(),
  state: optional(smallint<DeploymentState>()),
  changes: json<DeploymentChange[]>(),
  environmentVersionId: optional(nullable(uuid())),
  requestedBy: optional(nullable(uuid())),
  /** Name that the source of a promotion had. */
  promotedFrom: optional(nullable(text())),
  message: optional(text()),
  createdAt: optional(date()),
  startedAt: optional(nullable(date())),
  finishedAt: optional(nullable(date())),
  desiredRevision: optional(bigint()),
  mirroredRevision: optional(bigint()),
}) {}
