import type { DeploymentChange, DeploymentKind } from '../../core/deployment/deployment-state'
import type { EnvironmentSettings } from '../../core/resources/environment'
import type { DeploymentTimeline } from '../../core/resources/deployment'
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
  /** Who made the token or trust that an integration user asked for it with. */
  credentialBy: optional(nullable(uuid())),
  /** Name that the source of a promotion had. */
  promotedFrom: optional(nullable(text())),
  kind: optional(text<DeploymentKind>()),
  /** Why it is, where nobody asked for it; of a change of settings, what it is. */
  reason: optional(text()),
  /** IP address that it was asked for from. */
  sourceAddress: optional(nullable(text())),
  /** Trace of the request that asked for it, as in the header. */
  traceparent: optional(nullable(text())),
  /** The snapshot that it goes back to. */
  restoresVersionId: optional(nullable(uuid())),
  /** Settings of the environment that it brings; those of before stand beside them once it is live. */
  settings: optional(nullable(json<EnvironmentSettings>())),
  settingsBefore: optional(nullable(json<EnvironmentSettings>())),
  /** The deployment that it retries or undoes. */
  aboutId: optional(nullable(uuid())),
  /** Name of whoever stopped it before it served. */
  stoppedBy: optional(nullable(text())),
  /** The newer automatic deployment that took its place while it waited. */
  supersededBy: optional(nullable(uuid())),
  /** Name of the admin who approved it, where it needed that, and what it brought then, as a fingerprint. */
  approvedBy: optional(nullable(text())),
  approvedAt: optional(nullable(date())),
  approvedContent: optional(nullable(text())),
  /** Digest of the image of each application, by its id, that was approved. */
  approvedDigests: optional(nullable(json<Record<string, string>>())),
  /** Name of the admin who declined it. */
  declinedBy: optional(nullable(text())),
  /** When people were told of an undo, or that it waits for approval. */
  toldAt: optional(nullable(date())),
  /** When people were told how it ended, or nobody had to be. */
  endToldAt: optional(nullable(date())),
  message: optional(text()),
  /** When its steps were done. */
  timeline: optional(nullable(json<DeploymentTimeline>())),
  /** Last lines of the process that failed it, oldest first. */
  output: optional(nullable(json<string[]>())),
  createdAt: optional(date()),
  startedAt: optional(nullable(date())),
  finishedAt: optional(nullable(date())),
  desiredRevision: optional(bigint()),
  mirroredRevision: optional(bigint()),
}) {}
