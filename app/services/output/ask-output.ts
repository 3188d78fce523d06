import { randomUUID } from 'node:crypto'
import { DomainError } from '../../../core/errors'
import type { OutputAnswer, OutputQuestion } from '../../../core/output/output-questions'
import { Doorbell } from '../../../core/time/doorbell'
import { lockKey } from '../../../db/key-lock'
import { askForOutput, dropQuestion, mostOfTeam, takeAnswer } from '../../../db/queries/output-questions'
import { outputMessages } from '../../messages/output-messages'
import { authorizedWrite } from '../access/authorized-write'
import { requireOwn } from '../access/own'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

/** People wait for no page longer. */
const patienceMilliseconds = 8_000
/** For an answer of which nobody was told. */
const lookMilliseconds = 1_000

type Found = Exclude<OutputAnswer, { fault: unknown }>

/**
 * Has the controller read output of an environment, and waits for it.
 *
 * @throws DomainError `not-found`; `throttled` while the team waits for too many answers; `conflict` where a role lacks the right;
 * `unavailable` where nobody answers in time
 */
export async function askOutput(
  dependencies: Dependencies,
  actor: HumanActor,
  { environmentId, question }: { environmentId: string; question: OutputQuestion },
): Promise<Found> {
  const { sequelize, clock, changes } = dependencies
  const id = randomUUID()
  const bell = new Doorbell()
  const unsubscribe = changes?.subscribe(id, () => bell.ring())
  try {
    await authorizedWrite(dependencies, actor, { access: 'member' }, async ({ teamId }) => {
      // One after another, so that all are counted.
      await lockKey(sequelize, `output questions of ${teamId}`)
      await requireOwn('environment', actor, environmentId)
      const now = new Date(clock.now())
      const isAsked = await askForOutput(sequelize, { id, teamId, environmentId, question, now })
      if (!isAsked) throw new DomainError('throttled', outputMessages.tooManySearches(mostOfTeam))
      return {}
    })
    const deadline = clock.monotonic() + patienceMilliseconds
    for (;;) {
      const answer = await takeAnswer(sequelize, id)
      if (answer) return found(answer)
      const left = deadline - clock.monotonic()
      if (left <= 0) throw new DomainError('unavailable', outputMessages.unanswered)
      await bell.wait(clock, Math.min(left, lookMilliseconds))
    }
  } finally {
    unsubscribe?.()
    await dropQuestion(sequelize, id)
  }
}

function found(answer: OutputAnswer): Found {
  if (!('fault' in answer)) return answer
  if (answer.fault === 'refused') throw new DomainError('conflict', outputMessages.refused)
  throw new DomainError('unavailable', outputMessages.unavailable)
}
