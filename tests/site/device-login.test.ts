import { describe, expect, it } from 'vitest'
import { DeviceLogin } from '../../db/models/device-login'
import { run } from '../../cli/run'
import { useAppServer } from '../builders/app-server'
import type { Browser } from '../builders/browser'
import { buildSurroundings } from '../builders/cli-surroundings'
import { useTestDatabase } from '../postgres/test-database'

const { signUp, openBrowser, clock } = useAppServer(useTestDatabase())

/** The command line where a person sits, as it is on the machine `build-7`. Each pause of it is the time that passes; `meanwhile` is done in the first. */
function terminalAt(address: string, meanwhile: (shown: string) => Promise<unknown>) {
  const { surroundings, seen } = buildSurroundings(() => Promise.reject(new Error('Not asked')), {
    hasPerson: true,
    openBrowser: async () => false,
    userAgent: 'sdo/0.1.0 (linux; build-7)',
  })
  let isFirst = true
  Object.assign(surroundings, {
    fetch,
    now: () => clock.now(),
    sleep: async (milliseconds: number) => {
      await clock.advance(milliseconds)
      if (isFirst) await meanwhile(/on any machine: \w+:\/\/[^/]+(\S+)/.exec(seen.told)?.[1] ?? '')
      isFirst = false
    },
  })
  const sdo = (...parameters: string[]) => run(surroundings, [...parameters, '--url', address], '0.1.0')
  return { sdo, seen }
}

/** Opens the address that the terminal shows, and goes on to the page that decides. */
async function find(browser: Browser, shown: string): Promise<string> {
  const code = new URL(shown, browser.address).searchParams.get('code') ?? ''
  return (await browser.submit(shown, 'find', { code })).location ?? ''
}

describe('sdo login on a terminal', () => {
  it('logs in whoever approves it in a browser, is listed, and logs out on the server', async () => {
    const browser = await signUp('terminal@example.com')
    const { sdo, seen } = terminalAt(browser.address, async (shown) => {
      expect((await browser.open(shown)).text).toContain('Continue only if you just ran')
      const page = await find(browser, shown)
      const { text } = await browser.open(page)
      expect(text).toContain('sdo/0.1.0 (linux; build-7) (not verified)')
      expect(text).toContain('terminal@example.com')
      const approved = await browser.submit(page, 'approve')
      expect(approved.location).toBe('/portal/security')
      expect((await browser.open(page)).text).toContain('This request is over')
    })
    expect(await sdo('login')).toBe(0)
    expect(seen.told).toContain('as terminal@example.com')
    expect(await sdo('whoami', '--json')).toBe(0)
    expect(JSON.parse(seen.written)).toMatchObject({ kind: 'human', email: 'terminal@example.com' })
    expect((await browser.open('/portal/security')).text).toContain('sdo on build-7')
    expect((await browser.open('/portal/audit-log')).text).toContain('device-login.approve')
    expect(await sdo('logout')).toBe(0)
    expect((await browser.open('/portal/security')).text).not.toContain('sdo on build-7')
  })

  it('ends when it is refused', async () => {
    const browser = await signUp('refusing@example.com')
    const { sdo, seen } = terminalAt(browser.address, async (shown) => {
      const refused = await browser.submit(await find(browser, shown), 'refuse')
      expect(refused.location).toBe('/portal/security')
    })
    expect(await sdo('login')).toBe(3)
    expect(seen.told).toContain('The login was refused in the browser.')
  })

  it('ends when nobody decides in ten minutes', async () => {
    const browser = await signUp('asleep@example.com')
    const { sdo, seen } = terminalAt(browser.address, (shown) => find(browser, shown))
    expect(await sdo('login')).toBe(3)
    expect(seen.told).toContain('Nobody approved the login in time.')
  })
})

describe('the page that decides', () => {
  it('is reached by whoever has to log in first, with the code', async () => {
    const stranger = await openBrowser()
    const { location } = await stranger.open('/portal/device?code=BCDF-GHJK')
    expect(location).toBe(`/login?to=${encodeURIComponent('/portal/device?code=BCDF-GHJK')}`)
  })

  it('decides and finds nothing when it is opened, whatever its address says', async () => {
    const browser = await signUp('opened@example.com')
    const { userCode } = (await browser.call('POST', '/v1/account/device-code')).json<{ userCode: string }>()
    const { text } = await browser.open(`/portal/device?code=${userCode}`)
    expect(text).toContain(`value="${userCode}"`)
    expect(text).not.toContain('Approve')
    const [newest] = await DeviceLogin.findAll({ order: [['createdAt', 'DESC']], limit: 1 })
    expect(newest).toMatchObject({ state: 'pending', userId: null })
  })

  it('is not sent by another site', async () => {
    const browser = await signUp('crossed@example.com')
    const { userCode } = (await browser.call('POST', '/v1/account/device-code')).json<{ userCode: string }>()
    const page = await find(browser, `/portal/device?code=${userCode}`)
    for (const form of ['approve', 'refuse'])
      expect((await browser.post(page, { form })).status, form).toBe(403)
    expect((await browser.open(page)).text).toContain('Approve')
  })

  it('asks for the password of whoever logged in a while ago, and says when it is wrong', async () => {
    const browser = await signUp('a-while-ago@example.com')
    await clock.advance(10 * 60_000)
    const { userCode } = (await browser.call('POST', '/v1/account/device-code')).json<{ userCode: string }>()
    const page = await find(browser, `/portal/device?code=${userCode}`)
    const refused = await browser.submit(page, 'approve', { currentPassword: 'not-the-password' })
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('The current password you entered was incorrect.'),
    ])
    expect((await browser.submit(page, 'approve')).text).toContain('Please enter your current password.')
  })

  it('says of a wrong code what to do, at its field', async () => {
    const browser = await signUp('mistyped@example.com')
    const { status, text } = await browser.submit('/portal/device', 'find', { code: 'BCDF-GHJK' })
    expect([status, text]).toEqual([400, expect.stringContaining('No command line waits with this code.')])
  })
})
