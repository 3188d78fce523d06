import type { Sequelize } from 'sequelize'
import type { Actor, HumanActor } from '../../app/services/actor/actor'
import type { Origin } from '../../app/services/actor/origin'
import { createServices } from '../../app/services/services'
import { buildDependencies } from './dependencies'

export const anonymous: Actor = { kind: 'anonymous' }

/** The password of everybody who is built here. */
export const builtPassword = 'correct-horse'

/** A request from `address`, for `withOrigin`; with `browserToken` by a browser that is known. */
export const originAt = (address: string, userAgent = '', browserToken?: string): Origin => ({
  requestId: 'request-1',
  address,
  userAgent,
  browserToken,
})

/** The services around people on a test database, at a time that only the test moves. */
export function buildAccountServices(sequelize: Sequelize) {
  const { dependencies, clock } = buildDependencies(sequelize)
  const services = createServices(dependencies)
  const { accounts, emailVerification, mail, sessions, terms } = services

  const fillIn = async (changes: object = {}) => ({
    name: 'Ada',
    email: 'ada@example.com',
    password: builtPassword,
    acceptedTermsId: (await accounts.getRegistration()).currentTermsId,
    ...changes,
  })

  /** Registers `email` and gives the person as the session knows them, not yet verified. */
  async function register(email: string): Promise<HumanActor> {
    await terms.ensureTerms()
    const { session } = await accounts.createAccount(anonymous, await fillIn({ email }))
    return requireHuman(await sessions.findActor(session?.token))
  }

  const newestCode = async (email: string) => (await mail.listMail(email))[0]?.subject.slice(0, 6) ?? ''

  /** An admin who may use everything. */
  async function registerVerified(email: string): Promise<HumanActor> {
    const actor = await register(email)
    await emailVerification.verifyUser(actor, await newestCode(actor.email))
    return { ...actor, state: 'LOGGED_IN' }
  }

  return { clock, dependencies, ...services, fillIn, register, registerVerified, newestCode }
}

function requireHuman(actor: Actor): HumanActor {
  if (actor.kind !== 'human') throw new Error('Nobody is signed in.')
  return actor
}
