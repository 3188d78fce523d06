import { createSecretToken, hashSecretToken } from '../secrets/secret-token'

/** A link that is mailed to one person, as its table keeps it. */
interface KeptLink {
  tokenHash: string
  expiresAt: Date
  /** When links were sent within the life of one. */
  sentAt: Date[]
}

/** How many links of one kind one person is sent within the life of one. */
const maximumLinks = 5

/** A new link, in place of the one before; undefined when the person was sent too many of late. */
export function createMailedLink(
  now: number,
  lifeMilliseconds: number,
  earlier: readonly Date[] = [],
): { token: string; kept: KeptLink } | undefined {
  const recent = earlier.filter((moment) => moment.getTime() > now - lifeMilliseconds)
  if (recent.length >= maximumLinks) return undefined
  const token = createSecretToken()
  const kept = {
    tokenHash: hashSecretToken(token),
    expiresAt: new Date(now + lifeMilliseconds),
    sentAt: [...recent, new Date(now)],
  }
  return { token, kept }
}
