import type { HumanActor } from '../../../../app/services/actor/actor'
import type { Dependencies } from '../../../../app/services/dependencies'
import { withOrigin } from '../../../../app/services/actor/origin'
import type { Services } from '../../../../app/services/services'
import { buildAuthenticator } from '../../../builders/authenticator'
import { recordSecret } from '../../../secrets/collect'
import type { VirtualClock } from '../../../builders/virtual-clock'
import { password } from './password'

export interface Person {
  name: string
  email: string
  /** Signed in with `token`. */
  actor: HumanActor
  token: string
}

interface Details {
  name?: string
  email?: string
}

interface Parts {
  services: Services
  dependencies: Dependencies
  clock: VirtualClock
}

/** Makes people by the use cases that the pages call, each as far on their way in as a test needs. */
export function createPeople({ services, dependencies, clock }: Parts) {
  let count = 0
  const nextEmail = () => `ada.lovelace.${++count}@example.com`

  async function signInAs(name: string, token: string): Promise<Person> {
    const actor = await services.sessions.findActor(token)
    if (actor.kind !== 'human') throw new Error('Nobody is signed in.')
    return { name, email: actor.email, actor, token }
  }

  /** The first admin of a new team, who has not verified the address yet. */
  async function register({ name = 'Ada Lovelace', email = nextEmail() }: Details = {}): Promise<Person> {
    const { currentTermsId } = await services.accounts.getRegistration()
    const { session } = await services.accounts.createAccount(
      { kind: 'anonymous' },
      { name, email, password, acceptedTermsId: currentTermsId },
    )
    return signInAs(name, session?.token ?? '')
  }

  async function signUp(details?: Details): Promise<Person> {
    const { name, email, actor, token } = await register(details)
    await services.emailVerification.verifyUser(actor, await verificationCode(email))
    return signInAs(name, token)
  }

  /** Somebody whom `admin` added and who has not logged in yet. */
  async function invite(admin: Person, { name = 'Max Member', email = nextEmail() }: Details = {}) {
    const { id = '' } = await services.users.createHumanUser(admin.actor, { name, email, password })
    return { id, name, email }
  }

  /** Puts the first login of somebody who was invited behind them. */
  const makeReady = (id: string) =>
    dependencies.sequelize.query(
      'UPDATE users SET verified_at = now(), force_password_change = false WHERE id = $1',
      { bind: [id] },
    )

  /** Another place where `person` is logged in. */
  async function logIn(
    { name, email }: Pick<Person, 'name' | 'email'>,
    { address = '', userAgent = '' } = {},
  ): Promise<Person> {
    const login = await withOrigin({ requestId: '', address, userAgent }, () =>
      services.signingIn.logIn({ kind: 'anonymous' }, { email, password }),
    )
    return signInAs(name, login.session?.token ?? '')
  }

  /** Mistypes the password of `email` at `address`. */
  async function guessPassword(email: string, address: string, times: number): Promise<void> {
    const guess = { email, password: 'not-the-password' }
    for (let count = 0; count < times; count++)
      await withOrigin({ requestId: '', address, userAgent: '' }, () =>
        services.signingIn.logIn({ kind: 'anonymous' }, guess),
      )
  }

  /** The newest verification code sent to `email`. */
  async function verificationCode(email: string): Promise<string> {
    const mails = await services.mail.listMail(email)
    return mails.map(({ subject }) => /^[A-Z0-9]{6}(?= )/.exec(subject)?.[0]).find(Boolean) ?? ''
  }

  async function addAuthenticator({ actor }: Person) {
    const authenticator = await buildAuthenticator({ clock, dependencies }, actor)
    for (const code of authenticator.recoveryCodes) recordSecret('recovery code', code)
    return authenticator
  }

  return {
    nextEmail,
    register,
    signUp,
    invite,
    makeReady,
    logIn,
    guessPassword,
    verificationCode,
    addAuthenticator,
  }
}
