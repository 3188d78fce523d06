import { isUuid } from '../../../core/text/uuid'
import type { Dependencies } from '../dependencies'
import { isKeyedHashOf, keyedHash } from '../secrets/keyed-hash'

type Keys = Pick<Dependencies, 'authenticatorKeys'>

const purpose = 'return of a command line'

/**
 * What a command line that was let in as the person comes back with: it lets nobody in, and has its next login counted for itself instead of for
 * its place, where strangers may have begun as many as may be.
 */
export const createReturnTicket = ({ authenticatorKeys }: Keys, userId: string): string =>
  `${userId}.${keyedHash(authenticatorKeys, userId, purpose)}`

/** The id of the person whose command line has the ticket; undefined for none, and for one that was made up. */
export function readReturnTicket({ authenticatorKeys }: Keys, ticket: string): string | undefined {
  const [userId = '', ...hash] = ticket.split('.')
  return isUuid(userId) && isKeyedHashOf(authenticatorKeys, hash.join('.'), userId, purpose)
    ? userId
    : undefined
}
