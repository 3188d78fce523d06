import { DomainError } from '../../../core/errors'
import {
  countFailure,
  findBlockedUntil,
  removeForgottenLimits,
  removeLimits,
  takeBackFailure,
} from '../../../db/queries/attempt-limits'
import { accountMessages } from '../../messages/account-messages'
import type { Dependencies } from '../dependencies'
import { policies, type AttemptKey } from './attempt-key'
import type { Message } from '../../../core/messages/declare-messages'

/** An attempt that was counted before anybody knew how it ends. Left alone, it stays counted. */
export type Reservation = (AttemptKey & { blockedUntil: Date })[]

const forgetMilliseconds = 60 * 60_000

/**
 * Counts an attempt as a failure before it begins, so that of many at once no more get through than of as many one after the
 * other. Afterwards `giveBack` or `forgetFailures` for one that was none.
 *
 * @throws DomainError `throttled` when something that it counts against is blocked; then nothing is counted
 */
export async function reserveAttempt(
  dependencies: Dependencies,
  attempt: AttemptKey[],
  explain: (seconds: number) => Message = accountMessages.attemptsThrottled,
): Promise<Reservation> {
  await requireUnblocked(dependencies, attempt, explain)
  await removeForgottenLimits(dependencies.sequelize, new Date(dependencies.clock.now()))
  const reserved: Reservation = []
  for (const each of attempt) {
    const blockedUntil = await countOne(dependencies, each)
    if (blockedUntil) reserved.push({ ...each, blockedUntil })
    else {
      await giveBack(dependencies, reserved)
      await requireUnblocked(dependencies, attempt, explain)
      throw new DomainError('throttled', explain(1))
    }
  }
  return reserved
}

async function requireUnblocked(
  { sequelize, clock }: Dependencies,
  attempt: AttemptKey[],
  explain: (seconds: number) => Message,
): Promise<void> {
  const keys = attempt.map(({ key }) => key)
  const until = (await findBlockedUntil(sequelize, keys))?.getTime() ?? 0
  const seconds = Math.ceil((until - clock.now()) / 1000)
  if (seconds > 0) throw new DomainError('throttled', explain(seconds))
}

function countOne({ sequelize, clock }: Dependencies, { kind, key }: AttemptKey): Promise<Date | undefined> {
  const now = clock.now()
  const times = { now: new Date(now), forgottenAt: new Date(now + forgetMilliseconds) }
  return countFailure(sequelize, key, { ...times, ...policies[kind] })
}

/** Takes back the count of an attempt that was no failure, and the wait that followed from it. */
export async function giveBack({ sequelize, clock }: Dependencies, reserved: Reservation): Promise<void> {
  for (const { kind, key, blockedUntil } of reserved) {
    const { freeFailures } = policies[kind]
    await takeBackFailure(sequelize, key, { blockedUntil, now: new Date(clock.now()), freeFailures })
  }
}

/** Forgets what the owner of an account mistyped before getting in. What counts against the place stays, but this attempt. */
export async function forgetFailures(dependencies: Dependencies, reserved: Reservation): Promise<void> {
  const isOfAccount = ({ kind }: AttemptKey) => kind === 'account'
  const keys = reserved.filter(isOfAccount).map(({ key }) => key)
  await removeLimits(dependencies.sequelize, keys)
  await giveBack(
    dependencies,
    reserved.filter((each) => !isOfAccount(each)),
  )
}
