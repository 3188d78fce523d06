import { describe, expect, it } from 'vitest'
import { testPassword, useAppServer } from '../builders/app-server'
import { useTestDatabase } from '../postgres/test-database'

const server = useAppServer(useTestDatabase())
const lists = ['environments', 'applications', 'external-resources', 'users'].map((name) => `/portal/${name}`)
const heading = 'Get your first application live'

describe('the first steps', () => {
  it('stand on every list until somebody sends them away, and are back at the next login', async () => {
    const email = 'first@example.com'
    const browser = await server.signUp(email)
    for (const list of lists) expect((await browser.open(list)).text).toContain(heading)

    const answer = await browser.submit('/portal/users', 'dismissFirstSteps')
    expect(answer).toMatchObject({ status: 302, location: '/portal/users' })
    for (const list of lists) expect((await browser.open(list)).text).not.toContain(heading)

    await browser.submit('/logout', 'logout')
    await browser.submit('/login', 'login', { email, password: testPassword })
    expect((await browser.open('/portal/environments')).text).toContain(heading)
  })

  it.each(['https://elsewhere.example.com', '//elsewhere.example.com', '/logout', ''])(
    'lead to a list of the portal, also when they are sent away from %j',
    async (list) => {
      const browser = await server.signUp(`${lists.length}-${Buffer.from(list).toString('hex')}@example.com`)
      const answer = await browser.submit('/portal/users', 'dismissFirstSteps', { list })
      expect(answer).toMatchObject({ status: 302, location: '/portal/environments' })
    },
  )
})
