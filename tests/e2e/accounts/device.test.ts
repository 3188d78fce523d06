import { expect } from '@playwright/test'
import { withOrigin } from '../../../app/services/actor/origin'
import { password } from './site/password'
import type { Site } from './site/start-site'
import { test, withAndWithoutScripts } from './test'

/** A command line on the machine `build-7`, somewhere else than the visitor. */
const begin = (site: Site, address: string) =>
  withOrigin({ requestId: 'request', address, userAgent: 'sdo/0.1.0 (linux; build-7)' }, () =>
    site.services.deviceLogin.startDeviceLogin(),
  )

withAndWithoutScripts(() => {
  test('a command line is found by its code and approved', async ({ visitor, site }) => {
    await visitor.signInAs(await site.people.signUp())
    const { deviceCode, userCode } = await begin(site, visitor.address)
    await visitor.open('/portal/device')
    await visitor.expectPage('Log in a command line', 'Log in a command line')
    await visitor.look('device-empty')
    await visitor.fill({ Code: 'BCDF-BCDF' })
    await visitor.press('Continue')
    await visitor.expectRefusal('No command line waits with this code.')
    await visitor.look('device-code-wrong')
    await visitor.open(`/portal/device?code=${userCode}`)
    await visitor.expectText('Go on only if you just ran')
    await expect(visitor.page.getByLabel('Code', { exact: true })).toHaveValue(userCode)
    await visitor.look('device-code')
    await visitor.press('Continue')
    await visitor.expectText('sdo/0.1.0 (linux; build-7) (not verified)')
    await visitor.look('device-decision')
    await visitor.press('Approve')
    await visitor.expectNews('Approved. Go back to your terminal')
    expect(await site.services.deviceLogin.exchangeDeviceCode(deviceCode)).toMatchObject({
      result: 'SUCCESS',
    })
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
    const { deviceCode, userCode } = await begin(site, '198.51.100.77')
    await visitor.open('/portal/device')
    await visitor.fill({ Code: userCode.toLowerCase().replace('-', ' ') })
    await visitor.press('Continue')
    await visitor.expectText('It asks from another network than the one you are in now.')
    await visitor.look('device-decision-elsewhere')
    const address = new URL(visitor.page.url())
    await visitor.fill({ 'Current password': 'not-the-password' })
    await visitor.press('Approve')
    await visitor.expectRefusal('The current password you entered was incorrect.')
    await visitor.look('device-password-wrong')
    await visitor.fill({ 'Current password': password })
    await visitor.press('Refuse')
    await visitor.expectNews('Refused. The command line was not logged in.')
    await expect(site.services.deviceLogin.exchangeDeviceCode(deviceCode)).rejects.toMatchObject({
      code: 'forbidden',
    })
    await visitor.open(address.pathname + address.search)
    await visitor.expectText('This request is over')
    await visitor.look('device-over')
  })
})
