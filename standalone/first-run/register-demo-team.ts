import type { HumanActor } from '../../app/services/actor/actor'
import type { Services } from '../../app/services/services'

export const demoEmail = 'demo@sdo.local'

/**
 * Registers and verifies the demo team as a person would, code from the mailbox included. Repeating it with the same
 * password finds the team of the first time.
 */
export async function registerDemoTeam(services: Services, password: string): Promise<HumanActor> {
  const { currentTermsId } = await services.accounts.getRegistration()
  const { result, session } = await services.accounts.createAccount(
    { kind: 'anonymous' },
    { name: 'Demo', email: demoEmail, password, acceptedTermsId: currentTermsId },
    'first-run/team',
  )
  if (!session) throw new Error(`The demo team could not be registered (${result}).`)
  const actor = await findHuman(services, session.token)
  if (actor.state !== 'VERIFICATION_NEEDED') return actor
  await services.emailVerification.verifyUser(actor, await readCode(services))
  return findHuman(services, session.token)
}

async function findHuman(services: Services, token: string): Promise<HumanActor> {
  const actor = await services.sessions.findActor(token)
  if (actor.kind !== 'human') throw new Error('The demo user could not be signed in.')
  return actor
}

async function readCode(services: Services): Promise<string> {
  const [newest] = await services.mail.listMail(demoEmail)
  const code = /\b[A-Z0-9]{6}\b/.exec(newest?.subject ?? '')?.[0]
  if (!code) throw new Error('The mail with the verification code of the demo user did not come.')
  return code
}
