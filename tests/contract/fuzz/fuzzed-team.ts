import { User } from '../../../db/models/user'
import { sessionCookie } from '../../../app/http/request/cookies'
import type { useAppServer } from '../../builders/app-server'
import { buildIntegration } from '../../builders/team-rows'

type AppServer = ReturnType<typeof useAppServer>

let people = 0
const newEmail = () => `person-${++people}@example.com`

/** The session of the admin of a new team, and the team. */
export async function buildSession({ signUp }: AppServer): Promise<{ token: string; teamId: string }> {
  const email = newEmail()
  const browser = await signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  return { token: browser.cookies.get(sessionCookie) ?? '', teamId }
}

/** The session of a new integration user of the team. */
export async function buildIntegrationSession(server: AppServer, admin: { token: string; teamId: string }) {
  const browser = await server.openBrowser()
  const bearer = { headers: { authorization: `Bearer ${admin.token}` } }
  const { id } = await buildIntegration(admin.teamId)
  const { token } = (await browser.send(`/v1/user/integration/${id}/token`, bearer)).json<{ token: string }>()
  await browser.call('POST', '/v1/account/login', { integrationToken: token })
  return browser.cookies.get(sessionCookie) ?? ''
}
