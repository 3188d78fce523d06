import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'
import type { Visitor } from './visitor'

const codeField = (visitor: Visitor) => visitor.page.getByLabel('Code', { exact: true })

/** Types a code as a person does; scripts send the form with its last character. */
async function typeCode(visitor: Visitor, code: string): Promise<void> {
  await codeField(visitor).fill('')
  await codeField(visitor).pressSequentially(code)
  if (!visitor.runsScripts) await visitor.press('Verify')
}

withAndWithoutScripts(() => {
  test('the code of the mail verifies the address, typed in any case', async ({ visitor, site }) => {
    const newcomer = await site.people.register()
    await visitor.signInAs(newcomer)
    await visitor.open('/portal/users')
    await visitor.expectPage('Verify your e-mail', 'Verify your e-mail')
    await visitor.expectText(newcomer.email)
    await visitor.look('verify')
    await typeCode(visitor, 'aaaaaa')
    await visitor.expectRefusal('The token was not accepted.')
    await visitor.look('verify-refused')
    await typeCode(visitor, (await site.people.verificationCode(newcomer.email)).toLowerCase())
    await visitor.expectPage('Environments', 'Environments')
    await visitor.open('/login/verify')
    await visitor.expectPage('Environments', 'Environments')
  })

  test('a new code replaces the one before, and that it was sent is said for five seconds', async ({
    visitor,
    site,
  }) => {
    const newcomer = await site.people.register()
    const first = await site.people.verificationCode(newcomer.email)
    await site.clock.advance(1000)
    await visitor.signInAs(newcomer)
    const { clock } = visitor.page
    if (visitor.runsScripts) await clock.install({ time: 0 })
    await visitor.open('/login/verify')
    if (visitor.runsScripts) await clock.pauseAt(60_000)
    await visitor.press('Send a new code')
    await visitor.expectNews('A new code was sent.')
    if (visitor.runsScripts) {
      await clock.runFor(4900)
      await visitor.expectNews('A new code was sent.')
      await clock.runFor(200)
      await expect(visitor.page.getByText('A new code was sent.')).toBeHidden()
      await clock.resume()
    } else await visitor.look('verify-resent')
    await typeCode(visitor, first)
    await visitor.expectRefusal('The token was not accepted.')
    await typeCode(visitor, await site.people.verificationCode(newcomer.email))
    await visitor.expectPage('Environments', 'Environments')
  })

  test('a code can not be guessed, and not be sent for ever', async ({ visitor, site }) => {
    const newcomer = await site.people.register()
    for (let count = 0; count < 5; count++)
      await site.services.emailVerification.verifyUser(newcomer.actor, 'AAAAAA')
    await visitor.signInAs(newcomer)
    await visitor.open('/login/verify')
    await typeCode(visitor, await site.people.verificationCode(newcomer.email))
    await visitor.expectRefusal('Too many attempts with this code. Ask for a new one below.')
    await visitor.look('verify-throttled')
    for (let count = 0; count < 4; count++)
      await site.services.emailVerification.issueVerificationToken(newcomer.actor)
    await visitor.press('Send a new code')
    await visitor.expectRefusal(
      'Too many codes were sent. Please wait a few minutes before asking for another one.',
    )
  })

  test('a code is good for ten minutes', async ({ visitor, site }) => {
    const newcomer = await site.people.register()
    await visitor.signInAs(newcomer)
    await visitor.open('/login/verify')
    await site.clock.advance(10 * 60_000)
    await typeCode(visitor, await site.people.verificationCode(newcomer.email))
    await visitor.expectRefusal('The token was not accepted.')
  })
})

test('a code is taken as it is pasted, with blanks and all', async ({ visitor, site, context }) => {
  const newcomer = await site.people.register()
  await visitor.signInAs(newcomer)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.open('/login/verify')
  const code = await site.people.verificationCode(newcomer.email)
  const copied = ` ${code.slice(0, 3)} ${code.slice(3).toLowerCase()}\n`
  await visitor.page.evaluate((text) => navigator.clipboard.writeText(text), copied)
  await codeField(visitor).focus()
  await visitor.page.keyboard.press('Control+V')
  await visitor.expectPage('Environments', 'Environments')
})
