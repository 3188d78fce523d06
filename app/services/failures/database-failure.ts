import { ConnectionError, DatabaseError } from 'sequelize'
import { DomainError } from '../../../core/errors'

const isGone = /^(08|57P0[123]|53300)/
const lostConnection =
  /connection terminated|connection ended|client has encountered a connection error|socket/i

/** The part of a driver's error that says what happened. */
const sqlStateOf = (error: DatabaseError): string => (error.parent as { code?: string }).code ?? ''

/**
 * A failure of the database in the words for the client: a database that is away for a moment is `unavailable`, an id that
 * is no UUID names nothing. Everything else stays as it is.
 */
export function explainDatabaseFailure(failure: unknown): unknown {
  if (failure instanceof ConnectionError) return unavailable(failure)
  if (!(failure instanceof DatabaseError)) return failure
  const state = sqlStateOf(failure)
  if (isGone.test(state) || (!state && lostConnection.test(failure.message)) || /^E[A-Z]+$/.test(state))
    return unavailable(failure)
  if (state === '22P02' && failure.message.includes('type uuid'))
    return new DomainError('not-found', 'It could not be found.')
  return failure
}

/** The answer while the database is away. */
const unavailable = (cause?: unknown) =>
  new DomainError('unavailable', 'SDO cannot reach its database right now. Please try again in a moment.', {
    cause,
  })
