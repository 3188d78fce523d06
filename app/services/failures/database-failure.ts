import { requestMessages } from '../../messages/request-messages'
import { ConnectionError, DatabaseError } from 'sequelize'
import { DomainError, notFound } from '../../../core/errors'

const isGone = /^(08|57P0[123]|53300)/
const lostConnection =
  /connection terminated|connection ended|client has encountered a connection error|socket/i

/** What Postgres says of an error besides words: what happened, and which of its functions found it. */
const factsOf = ({ parent }: DatabaseError) => parent as { code?: string; routine?: string }

/**
 * A failure of the database in the words for the client: a database that is away for a moment is `unavailable`, an id that
 * is no UUID names nothing. Everything else stays as it is.
 */
export function explainDatabaseFailure(failure: unknown): unknown {
  if (failure instanceof ConnectionError) return unavailable(failure)
  if (!(failure instanceof DatabaseError)) return failure
  const { code: state = '', routine } = factsOf(failure)
  if (isGone.test(state) || (!state && lostConnection.test(failure.message)) || /^E[A-Z]+$/.test(state))
    return unavailable(failure)
  // The same state has every text that is none of its type.
  if (state === '22P02' && routine === 'string_to_uuid') return notFound('It')
  return failure
}

/** The answer while the database is away. */
const unavailable = (cause?: unknown) =>
  new DomainError('unavailable', requestMessages.databaseAway, { cause })
