import { randomUUID } from 'node:crypto'
import { Op } from 'sequelize'
import { KnownBrowser } from '../../../db/models/known-browser'
import {
  countBrowserFailure,
  removeSurplusBrowsers,
  takeBackBrowserFailure,
} from '../../../db/queries/known-browsers'
import type { User } from '../../../db/models/user'
import { findUserByEmail } from '../access/users'
import { currentOrigin } from '../actor/origin'
import type { Dependencies } from '../dependencies'
import { createSecretToken, hashSecretToken } from '../secrets/secret-token'

/** How long a browser stays known after a login with it. */
const lifeMilliseconds = 365 * 24 * 3_600_000

/** Browsers of one person that are known at once. */
export const maximumBrowsers = 20

/** Wrong passwords and codes, one after the other, with which a browser is known no more. */
export const maximumBrowserFailures = 10

/** The token that a browser is known by, for its cookie. */
export interface BrowserToken {
  token: string
  expiresEpoch: number
}

/** The browser that the running request comes from, when the owner of `email` logged in with it before. */
export async function findKnownBrowser(
  { clock }: Dependencies,
  email: string,
): Promise<KnownBrowser | undefined> {
  const { browserToken } = currentOrigin()
  if (!browserToken) return undefined
  const browser = await KnownBrowser.findOne({
    where: { tokenHash: hashSecretToken(browserToken), expiresAt: { [Op.gt]: new Date(clock.now()) } },
  })
  const owner = browser && (await findUserByEmail(email))
  return owner && browser.userId === owner.id ? browser : undefined
}

/** Counts a try as a failure before it begins. @returns false when there were too many already: the browser counts as unknown */
export const reserveBrowserAttempt = ({ id }: KnownBrowser): Promise<boolean> =>
  countBrowserFailure(id, maximumBrowserFailures)

/** Takes back the count of a try that was no failure. */
export const giveBackBrowserAttempt = ({ id }: KnownBrowser) => takeBackBrowserFailure(id)

/** Forgets what the owner mistyped before being right. */
export const forgetBrowserFailures = ({ id }: KnownBrowser) =>
  KnownBrowser.update({ failures: 0 }, { where: { id } })

/** Makes a browser with too many failures a stranger. */
export const forgetFailingBrowser = ({ id }: KnownBrowser) =>
  KnownBrowser.destroy({ where: { id, failures: { [Op.gte]: maximumBrowserFailures } } })

/** Makes the browser of the running request, or keeps it, one that `user` logged in with. For the transaction that locks `user`. */
export async function rememberBrowser(
  { sequelize, clock }: Dependencies,
  { id: userId }: User,
): Promise<BrowserToken> {
  const now = new Date(clock.now())
  const expiresEpoch = clock.now() + lifeMilliseconds
  const expiresAt = new Date(expiresEpoch)
  await KnownBrowser.destroy({ where: { userId, expiresAt: { [Op.lte]: now } } })
  const { browserToken = '' } = currentOrigin()
  const [returned] = await KnownBrowser.update(
    { failures: 0, returnedAt: now, expiresAt },
    { where: { userId, tokenHash: hashSecretToken(browserToken) } },
  )
  if (returned > 0) return { token: browserToken, expiresEpoch }
  const token = createSecretToken()
  await KnownBrowser.create({
    id: randomUUID(),
    userId,
    tokenHash: hashSecretToken(token),
    createdAt: now,
    expiresAt,
  })
  // Programs that keep no cookies are new at every login: those that came back outlive them.
  await removeSurplusBrowsers(sequelize, userId, maximumBrowsers)
  return { token, expiresEpoch }
}

/**
 * Forgets every browser that `userId` logged in with, but the one of the running request when `keepsThis`. For whatever ends
 * sessions: what is lost or not trusted any more shall not keep a place of its own.
 */
export async function forgetBrowsers(userId: string, { keepsThis }: { keepsThis: boolean }): Promise<void> {
  const { browserToken } = currentOrigin()
  const kept = keepsThis && browserToken ? { tokenHash: { [Op.ne]: hashSecretToken(browserToken) } } : {}
  await KnownBrowser.destroy({ where: { userId, ...kept } })
}
