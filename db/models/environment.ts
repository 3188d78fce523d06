import type { EnvironmentNews } from '../../core/news/news-kinds'
import type { EnvironmentStatus, GoesOnWithout, SpotStrategy } from '../../core/resources/environment'
import type { StatusType } from '../../core/resources/wire-states'
import {
  bigint,
  boolean,
  date,
  integer,
  json,
  key,
  nullable,
  optional,
  table,
  text,
  texts,
  uuid,
} from './table'

/** An environment, where applications run: a network and instances in one AWS account. */
export class Environment extends table('environments', {
  id: key(uuid()),
  teamId: uuid(),
  awsAccountId: uuid(),
  name: text(),
  spotStrategy: optional(text<SpotStrategy>()),
  goesOnWithout: optional(text<GoesOnWithout>()),
  /** Minutes after Live in which a deployment that gets unhealthy is undone; 0 for never. */
  watchMinutes: optional(integer()),
  /** Whether a newer automatic deployment takes the place of those of its application that wait. */
  supersedesQueued: optional(boolean()),
  /** By how many USD a month a deployment may raise its cost before somebody has to confirm that. */
  costStepUsd: optional(integer()),
  /** News of it for people by mail, and for the team's webhook. */
  mailEvents: optional(texts<EnvironmentNews>()),
  webhookEvents: optional(texts<EnvironmentNews>()),
  /** Whether a deployment waits until an admin other than whoever asked approves it. */
  isProtected: optional(boolean()),
  /** The admin who wants that to end; another one has to want it as well. */
  unprotectRequestedBy: optional(nullable(uuid())),
  /** Sequence of the last live deployment that brought settings. */
  settingsSequence: optional(nullable(integer())),
  examineRequestedAt: optional(nullable(date())),
  /** Trace of the request that asked for it, as in the header. */
  examineTraceparent: optional(nullable(text())),
  deletingAt: optional(nullable(date())),
  statusType: optional(text<StatusType>()),
  statusMessage: optional(text()),
  status: optional(nullable(json<EnvironmentStatus>())),
  mirroredEventSequence: optional(integer()),
  desiredRevision: optional(bigint()),
  mirroredRevision: optional(bigint()),
  createdAt: optional(date()),
}) {}
