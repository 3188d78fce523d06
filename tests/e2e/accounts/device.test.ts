import { expect } from '@playwright/test'
import { recordSecret } from '../../secrets/collect'
import { password } from './site/password'
import type { Site } from './site/start-site'
import { test, withAndWithoutScripts } from './test'

interface Begun {
  deviceCode: string
  userCode: string
}

/** A command line on the machine `build-7`, which is at `address`. */
async function begin({ url }: Site, address: string): Promise<Begun> {
  const headers = { 'X-Forwarded-For': address, 'User-Agent': 'sdo/0.1.0 (linux; build-7)' }
  const begun = (await (
    await fetch(`${url}/v1/account/device-code`, { method: 'POST', headers })
  ).json()) as Begun
  recordSecret('code of a command line', begun.deviceCode)
  return begun
}

/** It asks for its session. */
async function ask({ url }: Site, { deviceCode }: Begun) {
  const response = await fetch(`${url}/v1/account/device-token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'sdo/0.1.0 (linux; build-7)' },
    body: JSON.stringify({ deviceCode }),
  })
  const { result, token } = (await response.json()) as { result?: string; token?: string }
  if (token !== undefined) recordSecret('session of a command line', token)
  return [response.status, result]
}

withAndWithoutScripts(() => {
  test('a command line is found by its code and approved', async ({ visitor, site }) => {
    await visitor.signInAs(await site.people.signUp())
    const begun = await begin(site, visitor.address)
    const { userCode } = begun
    await visitor.open('/portal/device')
    await visitor.expectPage('Authorize the CLI', 'Authorize the CLI')
    await visitor.look('device-empty')
    await visitor.fill({ Code: 'BCDF-BCDF' })
    await visitor.press('Continue')
    await visitor.expectRefusal('No command line waits with this code.')
    await visitor.look('device-code-wrong')
    await visitor.open(`/portal/device?code=${userCode}`)
    await visitor.expectText('Continue only if you just ran')
    await expect(visitor.page.getByLabel('Code', { exact: true })).toHaveValue(userCode)
    await visitor.look('device-code')
    await visitor.press('Continue')
    await visitor.expectText('sdo/0.1.0 (linux; build-7) (not verified)')
    await visitor.look('device-decision')
    await visitor.press('Approve')
    await visitor.expectNews('Approved. Go back to your terminal')
    expect(await ask(site, begun)).toEqual([200, 'SUCCESS'])
    await visitor.open('/portal/security')
    await visitor.expectText('sdo on build-7')
    await visitor.look('device-in-sessions')
  })

  test('one that asks from elsewhere is warned of, needs the password and can be refused', async ({
    visitor,
    site,
  }) => {
    await visitor.signInAs(await site.people.signUp())
    await site.clock.advance(10 * 60_000)
    const begun = await begin(site, '198.51.100.77')
    await visitor.open('/portal/device')
    await visitor.fill({ Code: begun.userCode.toLowerCase().replace('-', ' ') })
    await visitor.press('Continue')
    await visitor.expectText('The request comes from another network than yours.')
    await visitor.look('device-decision-elsewhere')
    const address = new URL(visitor.page.url())
    await visitor.fill({ 'Current password': 'not-the-password' })
    await visitor.press('Approve')
    await visitor.expectRefusal('The current password you entered was incorrect.')
    await visitor.look('device-password-wrong')
    await visitor.fill({ 'Current password': password })
    await visitor.press('Refuse')
    await visitor.expectNews('Refused. The command line was not logged in.')
    expect(await ask(site, begun)).toEqual([403, undefined])
    await visitor.open(address.pathname + address.search)
    await visitor.expectText('This request is over')
    await visitor.look('device-over')
  })
})
