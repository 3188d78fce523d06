import { byRule, type RuleName, type RuleValue } from '../../core/deployment/rules'
import type { EnvironmentNews } from '../../core/news/news-kinds'
import { byChoice, type ChoiceName, type ChoiceValue } from '../../core/environment/choices'
import type { EnvironmentSleep, EnvironmentStatus } from '../../core/resources/environment'
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
  type Column,
} from './table'

const ruleColumns = byRule(({ kind }) =>
  optional<number | boolean>(kind === 'number' ? integer() : boolean()),
) as {
  [Name in RuleName]: Column<RuleValue<Name>, true>
}

const choiceColumns = byChoice(() => optional(text())) as {
  [Name in ChoiceName]: Column<ChoiceValue<Name>, true>
}

/** An environment, where applications run: a network and instances in one AWS account. */
export class Environment extends table('environments', {
  id: key(uuid()),
  teamId: uuid(),
  awsAccountId: uuid(),
  name: text(),
  ...choiceColumns,
  ...ruleColumns,
  /** The month, `2026-11`, and the budget of which people were told that so many percent are projected. */
  budgetToldMonth: optional(nullable(text())),
  budgetToldUsd: optional(integer()),
  budgetToldPercent: optional(integer()),
  budgetLookedAt: optional(nullable(date())),
  /** News of it for people by mail, and for the team's webhook. */
  mailEvents: optional(texts<EnvironmentNews>()),
  webhookEvents: optional(texts<EnvironmentNews>()),
  /** Whether a deployment waits until an admin other than whoever asked approves it. */
  isProtected: optional(boolean()),
  /** The admin who wants that to end; another one has to want it as well. */
  unprotectRequestedBy: optional(nullable(uuid())),
  /** Sequence of the last live deployment that brought settings. */
  settingsSequence: optional(nullable(integer())),
  /** Its sleep schedule, and the last act of a person or a deployment. */
  sleep: optional(nullable(json<EnvironmentSleep>())),
  /** Name of the person whose act that was. */
  sleepActBy: optional(nullable(text())),
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
