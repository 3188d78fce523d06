import {
  removeDeployments,
  removeLogLines,
  removeSettled,
  removeSnapshots,
} from '../../../db/queries/clean-out'
import { removeDeviceLogins } from '../../../db/queries/device-logins'
import { removeDeleted } from '../../../db/queries/deleted-environments'
import { removeSamples } from '../../../db/queries/environment-samples'
import { removeForgottenLimits } from '../../../db/queries/attempt-limits'
import { removeUsedIdentities } from '../../../db/queries/identities'
import { removeOldQuestions } from '../../../db/queries/output-questions'
import { removeRequests } from '../../../db/queries/request-spans'
import { removeUsage } from '../../../db/queries/usage-minutes'
import { removeSpans, rollUpUsage, spanSeconds, type SpanSeconds } from '../../../db/queries/usage-spans'
import { removeEndedSessions } from '../../../db/queries/sessions'
import { submissionMemoryMilliseconds } from '../access/submission'
import { removeSubmissions } from '../../../db/queries/submissions'
import { idleMilliseconds } from '../actor/session-limits'
import { removeStaleClaims } from '../addresses/remove-claims'
import { removeExpiredAuditEntries } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { hourMilliseconds } from '../../../core/time/durations'
import { cleanOutVersions } from './clean-out-versions'
import { retention } from '../retention'

/** Rows removed in one statement: few enough that nobody waits for them. */
const batch = 1_000
/** Statements of one kind in one go; what is left then waits for the next hour. */
const mostBatches = 200

type CleaningOut = Pick<Dependencies, 'sequelize' | 'clock' | 'log'>

/**
 * Removes everything that is past its retention, and rolls up what is kept longer. Several processes may do it at once. What fails is said in the log, stops nothing
 * else and is tried again the next time.
 */
export async function cleanOut(dependencies: CleaningOut): Promise<void> {
  const { sequelize, clock, log } = dependencies
  const now = clock.now()
  const before = (milliseconds: number) => new Date(now - milliseconds)
  const bounded = (
    { milliseconds, atLeast, atMost }: (typeof retention)['logLines' | 'deployments'],
    remove: typeof removeLogLines,
  ) => [
    () => remove(sequelize, { until: before(milliseconds), newest: atLeast, limit: batch }),
    () => remove(sequelize, { until: before(0), newest: atMost, limit: batch }),
  ]
  const spans = (seconds: SpanSeconds, { milliseconds }: { milliseconds: number }) => [
    () => removeSpans(sequelize, { seconds, until: before(milliseconds) }, batch),
  ]
  const kinds: Record<string, (() => Promise<number | void>)[]> = {
    versions: [() => cleanOutVersions(dependencies)],
    sessions: [
      () => removeEndedSessions(sequelize, { now: new Date(now), idleSince: before(idleMilliseconds) }),
    ],
    'addresses that nobody proved': [() => removeStaleClaims(dependencies, batch)],
    'logins of command lines': [() => removeDeviceLogins(sequelize, new Date(now))],
    'used identities': [() => removeUsedIdentities(sequelize, new Date(now))],
    'audit entries': [removeExpiredAuditEntries],
    submissions: [() => removeSubmissions(sequelize, before(submissionMemoryMilliseconds), batch)],
    'questions about output': [() => removeOldQuestions(sequelize, new Date(now))],
    attempts: [() => removeForgottenLimits(sequelize, new Date(now))],
    'log lines': bounded(retention.logLines, removeLogLines),
    'e-mails': [
      () => removeSettled(sequelize, 'mail_messages', before(retention.messages.milliseconds), batch),
    ],
    'webhook messages': [
      () => removeSettled(sequelize, 'webhook_deliveries', before(retention.messages.milliseconds), batch),
    ],
    samples: [() => removeSamples(sequelize, before(retention.samples.milliseconds), batch)],
    // What could not be rolled up stays.
    'minutes of use': [
      async () => {
        await rollUpUsage(sequelize, before(retention.usageMinutes.milliseconds - hourMilliseconds))
      },
      () => removeUsage(sequelize, before(retention.usageMinutes.milliseconds), batch),
    ],
    'quarter hours of use': spans(spanSeconds.quarter, retention.usageQuarters),
    'hours of use': spans(spanSeconds.hour, retention.usageHours),
    'request metrics': [() => removeRequests(sequelize, before(retention.requestSpans.milliseconds), batch)],
    'deleted environments': [
      () => removeDeleted(sequelize, before(retention.deletedEnvironments.milliseconds), batch),
    ],
    deployments: bounded(retention.deployments, removeDeployments),
    'environment versions': [
      () => removeSnapshots(sequelize, before(retention.environmentVersions.milliseconds), batch),
    ],
  }
  for (const [kind, removals] of Object.entries(kinds))
    try {
      let removed = 0
      for (const remove of removals) removed += await exhaust(remove)
      if (removed > 0) log.info({ kind, removed }, 'What was past its retention was removed')
    } catch (error) {
      log.warn({ err: error, kind }, 'What is past its retention could not be removed')
    }
}

/** Removes until there is nothing left. What does not say how much it removed has removed everything. */
async function exhaust(remove: () => Promise<number | void>): Promise<number> {
  let total = 0
  for (let turn = 0; turn < mostBatches; turn++) {
    const removed = (await remove()) ?? 0
    total += removed
    if (removed < batch) break
  }
  return total
}
