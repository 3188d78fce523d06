import { beforeAll, describe, expect, it } from 'vitest'
import { readCode, testPassword, useAppServer } from '../builders/app-server'
import { hiddenFields, type Browser } from '../builders/browser'
import { testIssuer } from '../builders/identity-issuer'
import { refuseWrites } from '../builders/refuse-writes'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const { clock, openBrowser, signUp } = useAppServer(database)
let admin: Browser

beforeAll(async () => {
  admin = await signUp('admin@example.com')
})

const person = (email: string) => ({
  name: 'Max',
  email,
  password: testPassword,
  passwordConfirmation: testPassword,
})

const day = 24 * 60 * 60_000
const setUser = (email: string, columns: string) =>
  database.sequelize.query(`UPDATE users SET ${columns} WHERE email = $1`, { bind: [email] })

async function idOf(table: string, column: string, value: string): Promise<string> {
  const [rows] = await database.sequelize.query(`SELECT id FROM ${table} WHERE ${column} = $1`, {
    bind: [value],
  })
  return (rows[0] as { id: string }).id
}

/** The path of the newest link by which `email` was invited. */
async function readInvitation(email: string): Promise<string> {
  const [mail] = (await admin.send(`/dev/mail.json?to=${email}`)).json<{ text: string }[]>()
  return /http:\/\/portal\.test(\/login\?invited=true&token=[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The browser of somebody whom the admin added, after the first login is behind them. */
async function signInMember(email: string): Promise<Browser> {
  await admin.submit('/portal/users/create', 'createHuman', person(email))
  await setUser(email, 'verified_at = now(), force_password_change = false')
  const browser = await openBrowser()
  await browser.submit('/login', 'login', { email, password: testPassword })
  return browser
}

describe('the users page', () => {
  it('lets an admin add a person, who has to verify the address at the first login', async () => {
    const email = 'new@example.com'
    const created = await admin.submit('/portal/users/create', 'createHuman', person(email))
    expect(created.location).toBe('/portal/users')
    expect((await admin.open('/portal/users')).text).toContain(email)
    const browser = await openBrowser()
    await clock.advance(1000)
    await browser.submit('/login', 'login', { email, password: testPassword })
    expect((await browser.open('/portal/users')).location).toBe('/login/verify')
    expect(await readCode(browser, email)).toMatch(/^[A-Z0-9]{6}$/)
  })

  it.each([
    ['no name', { name: '' }],
    ['no address', { email: 'nonsense' }],
    ['a bad password', { password: 'short', passwordConfirmation: 'short' }],
    ['two different passwords', { passwordConfirmation: 'something-else' }],
  ])('says what is missing with %s, and keeps what was typed but the password', async (_case, changes) => {
    const fields = { ...person('typed@example.com'), ...changes }
    const { status, text } = await admin.submit('/portal/users/create', 'createHuman', fields)
    expect(status).toBe(400)
    expect(text).toContain('Please fill in all fields and make sure all password requirements are met.')
    if (fields.name) expect(text).toContain('value="Max"')
    expect(text).not.toContain(testPassword)
  })

  it('lets an admin log a person out everywhere', async () => {
    const email = 'away@example.com'
    const member = await signInMember(email)
    const { text } = await admin.open('/portal/users')
    const id = await idOf('users', 'email', email)
    expect(text).toContain('Log out Max everywhere')
    const fields = { ...hiddenFields(text, 'endSessions'), subject: id }
    expect((await admin.post('/portal/users', fields)).location).toBe('/portal/users')
    expect((await member.open('/portal/users')).location).toMatch(/^\/login/)
    expect((await admin.open('/portal/users')).text).toContain('The user was logged out everywhere.')
  })

  it('says that an address is taken', async () => {
    const { status, text } = await admin.submit(
      '/portal/users/create',
      'createHuman',
      person('ADMIN@example.com'),
    )
    expect(status).toBe(409)
    expect(text).toContain(
      'A user with that email already exists in our system.  If you believe this is incorrect, please file a support request.',
    )
  })

  it('lets an admin make others admins, and has no control in the own row', async () => {
    const email = 'promoted@example.com'
    await signInMember(email)
    const id = await idOf('users', 'email', email)
    const { text } = await admin.open('/portal/users')
    const own = await idOf('users', 'email', 'admin@example.com')
    expect(text).not.toContain(`name="subject" value="${own}"`)
    const page = `/portal/users/make-admin?id=${id}`
    expect(text).toContain(`href="${page}&amp;name=Max"`)
    expect((await admin.open(page)).text).toContain('Make Max an admin?')
    expect((await admin.submit(page, 'makeAdmin')).location).toBe('/portal/users')
    const after = await admin.open('/portal/users')
    expect(after.text).toContain('Remove admin from Max')
    const removal = { ...hiddenFields(after.text, 'removeAdmin'), subject: id }
    expect((await admin.post('/portal/users?index', removal)).location).toBe('/portal/users')
    expect((await admin.open('/portal/users')).text).not.toContain('Remove admin from Max')
  })

  it('makes nobody an admin who has not proved their address', async () => {
    const email = 'unproved@example.com'
    await admin.submit('/portal/users/create', 'createHuman', person(email))
    const id = await idOf('users', 'email', email)
    const { text } = await admin.open('/portal/users?filter=unproved')
    expect(text).not.toContain('Make admin')
    const answer = await admin.submit(`/portal/users/make-admin?id=${id}`, 'makeAdmin')
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining('This person has not confirmed their e-mail address yet.'),
    ])
    const call = await admin.call('PATCH', '/v1/user/permissions', { userId: id, isAdmin: true })
    expect(call.status).toBe(409)
  })

  it('invites a person without a password by a link that works once, and shows them as invited', async () => {
    const email = 'invited@example.com'
    const created = await admin.submit('/portal/users/create', 'createHuman', { name: 'Eve', email })
    expect(created.location).toBe('/portal/users')
    const list = await admin.open('/portal/users?filter=invited')
    expect(list.text).toContain(`An invitation was sent to ${email}.`)
    expect(list.text).toContain('Invited')
    const first = await readInvitation(email)
    const resend = { ...hiddenFields(list.text, 'invite'), subject: await idOf('users', 'email', email) }
    await clock.advance(1000)
    expect((await admin.post('/portal/users?index', resend)).location).toBe('/portal/users')
    const second = await readInvitation(email)
    const browser = await openBrowser()
    const chosen = { password: 'battery-staple', passwordConfirmation: 'battery-staple' }
    const choose = async (link: string) => {
      const page = (await browser.open(link)).location ?? ''
      expect((await browser.open(page)).text).toContain('Choose your password')
      return browser.submit(page, 'newPassword', chosen)
    }
    expect((await choose(first)).text).toContain('This invitation was used already, or has expired.')
    expect((await choose(second)).location).toBe('/login')
    expect((await choose(second)).text).toContain('This invitation was used already, or has expired.')
    await browser.submit('/login', 'login', { email, password: 'battery-staple' })
    expect((await browser.open('/portal/users')).status).toBe(200)
    const joined = await admin.open('/portal/users?filter=invited')
    expect(joined.text).toContain('Active')
    expect(joined.text).not.toContain('invitation</button>')
  })

  it('deletes a person on a page that names them, and never the own login', async () => {
    const email = 'deleted@example.com'
    const gone = await signInMember(email)
    const page = `/portal/users/delete?id=${await idOf('users', 'email', email)}&name=Max`
    expect((await admin.open(page)).text).toContain(email)
    expect((await admin.submit(page, 'delete')).location).toBe('/portal/users')
    expect((await gone.open('/portal/users')).status).toBe(302)
    const own = await admin.open(
      `/portal/users/delete?id=${await idOf('users', 'email', 'admin@example.com')}`,
    )
    expect(own.text).toContain('You can not delete your own login')
    expect(own.text).not.toContain('value="delete"')
  })

  it('shows members the lists and nothing to change them', async () => {
    await admin.submit('/portal/users/create-integration', 'createIntegration', { name: 'Read only' })
    const member = await signInMember('member@example.com')
    const { text } = await member.open('/portal/users')
    expect(text).toContain('Read only')
    for (const control of [
      'Add New',
      'removeAdmin',
      'Make admin',
      'invitation</button>',
      '/portal/users/delete',
      '/portal/users/integration',
    ])
      expect(text).not.toContain(control)
    for (const page of [
      'create',
      'create-integration',
      'delete?id=x',
      'make-admin?id=x',
      'integration?id=x',
      'delete-token?id=x',
      'create-trust?id=x',
      'delete-trust?id=x',
    ])
      expect((await member.open(`/portal/users/${page}`)).status).toBe(403)
    expect((await member.open('/portal/audit-log')).status).toBe(403)
    expect((await member.open('/portal/account/delete')).status).toBe(403)
  })
})

describe('an integration user’s page', () => {
  it('shows a token once, masked after, several at once, and those that expired', async () => {
    const created = await admin.submit('/portal/users/create-integration', 'createIntegration', {
      name: 'CI',
    })
    const page = created.location ?? ''
    expect(page).toMatch(/^\/portal\/users\/integration\?id=.*&name=CI$/)
    const answer = await admin.submit(page, 'createToken')
    const token = /<code[^>]*>([\w-]{43})<\/code>/.exec(answer.text)?.[1] ?? ''
    const login = await (await openBrowser()).call('POST', '/v1/account/login', { integrationToken: token })
    expect(login.json<{ result: string }>().result).toBe('SUCCESS')
    await admin.submit(page, 'createToken')
    const { text } = await admin.open(page)
    expect(text).not.toContain(token)
    expect(text).toContain(`${token.slice(0, 4)}…${token.slice(-4)}`)
    expect(text.match(/delete-token\?id=/g)).toHaveLength(2)
    expect(text).not.toContain('Expired')
    await clock.advance(100 * day)
    await admin.submit('/login', 'login', { email: 'admin@example.com', password: testPassword })
    expect((await admin.open(page)).text).toContain('Expired')
    expect((await admin.open('/portal/users')).text).toContain('Expired')
    const deletion =
      /\/portal\/users\/(delete-token\?id=[\w-]+)/.exec((await admin.open(page)).text)?.[1] ?? ''
    expect((await admin.submit(`/portal/users/${deletion}`, 'delete')).location).toBe(page)
    expect((await admin.open(page)).text.match(/delete-token\?id=/g)).toHaveLength(1)
  })

  it('has identities added, shown with their last use, and removed', async () => {
    const { location: page = '' } = await admin.submit(
      '/portal/users/create-integration',
      'createIntegration',
      { name: 'Jobs' },
    )
    const id = /id=([\w-]+)/.exec(page)?.[1] ?? ''
    const form = `/portal/users/create-trust?id=${id}`
    const issuer = testIssuer.issuer.address
    const typed = { issuer, subjectPattern: 'repo:*/shop:ref:*', audience: '', environment: '' }
    const refused = await admin.submit(form, 'createTrust', typed)
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('Subject must name the owner'),
    ])
    expect(refused.text).toContain('value="repo:*/shop:ref:*"')
    const subjectPattern = 'repo:acme/shop:ref:refs/heads/*'
    expect((await admin.submit(form, 'createTrust', { ...typed, subjectPattern })).location).toBe(page)
    expect((await admin.open(page)).text).toContain('Never')
    const identityToken = await testIssuer.sign(clock)
    const job = await openBrowser()
    const login = await job.call('POST', '/v1/account/login/identity', {
      integrationUserId: id,
      identityToken,
    })
    expect(login.json()).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      expirationEpoch: clock.now() + 15 * 60_000,
    })
    const { text } = await admin.open(page)
    for (const shown of [
      subjectPattern,
      'Builds',
      'http://portal.test',
      'repo:acme/shop:ref:refs/heads/main',
    ])
      expect(text).toContain(shown)
    const removal = /\/portal\/users\/(delete-trust\?id=[\w-]+)/.exec(text)?.[1] ?? ''
    expect((await admin.submit(`/portal/users/${removal}`, 'delete')).location).toBe(page)
    expect((await admin.open(page)).text).toContain('No job is trusted yet.')
  })

  it('needs a name, and one that is free', async () => {
    const create = (name: string) =>
      admin.submit('/portal/users/create-integration', 'createIntegration', { name })
    expect((await create(' ')).text).toContain('Please fill in all fields')
    await create('Taken')
    expect((await create('taken')).status).toBe(409)
  })
})

describe('the account page', () => {
  it('shows the accepted terms and saves the choice about the mailing list', async () => {
    const { text } = await admin.open('/portal/account')
    expect(text).toContain('/terms?id=')
    const box = (html: string) => /<input[^>]*name="shouldReceive"[^>]*>/.exec(html)?.[0] ?? ''
    expect(box(text)).not.toContain('checked')
    const save = async (fields: Record<string, string>) => {
      expect((await admin.submit('/portal/account', 'mailingList', fields)).location).toBe('/portal/account')
      return box((await admin.open('/portal/account')).text)
    }
    expect(await save({ shouldReceive: 'on' })).toContain('checked')
    expect(await save({})).not.toContain('checked')
  })

  it('goes back to the stored choice when it could not be saved, and says so', async () => {
    const browser = await signUp('unlucky@example.com')
    const restore = await refuseWrites(database.sequelize, 'users', "NEW.email = 'unlucky@example.com'")
    const { text } = await browser.submit('/portal/account', 'mailingList', { shouldReceive: 'on' })
    await restore()
    expect(text).toContain('Your subscription preference could not be set.  Please try again.')
    expect(/<input[^>]*name="shouldReceive"[^>]*>/.exec(text)?.[0]).not.toContain('checked')
  })

  it('deletes the account on a page that names what goes, and signs out', async () => {
    const browser = await signUp('leaving@example.com')
    await browser.submit('/portal/users/create-integration', 'createIntegration', { name: 'Old builder' })
    const { text } = await browser.open('/portal/account/delete')
    for (const loss of ['leaving@example.com', 'Old builder', 'audit log']) expect(text).toContain(loss)
    expect((await browser.submit('/portal/account/delete', 'delete')).location).toBe('/')
    expect(browser.cookies.has('X-SDO-AUTHORIZATION')).toBe(false)
    const login = { email: 'leaving@example.com', password: testPassword }
    expect((await browser.submit('/login', 'login', login)).status).toBe(400)
  })

  it('stays when deleting it fails for our fault, and says whom to ask', async () => {
    const browser = await signUp('staying@example.com')
    const restore = await refuseWrites(database.sequelize, 'teams', 'true', 'DELETE')
    const { text } = await browser.submit('/portal/account/delete', 'delete')
    await restore()
    expect(text).toContain(
      'We were unable to delete your account.  There may still be resources associated with it.  Please contact support to complete the deletion procedure.',
    )
    expect((await browser.open('/portal/account')).status).toBe(200)
  })

  it('says what stands in the way of deleting it', async () => {
    const browser = await signUp('busy@example.com')
    const answer = await browser.call('POST', '/v1/aws-account', {
      name: 'Main',
      awsAccountNumber: '123456789012',
    })
    expect(answer.status).toBe(200)
    const { text } = await browser.open('/portal/account/delete')
    expect(text).toContain(
      'Before deleting your account you will first need to remove all environments and AWS accounts.',
    )
    expect(text).not.toContain('value="delete"')
    expect((await browser.call('DELETE', '/v1/account')).status).toBe(409)
  })
})

describe('the audit log', () => {
  it('shows who did what and from where, is searched by a plain form, and is downloaded as CSV', async () => {
    const browser = await signUp('auditor@example.com')
    await browser.submit('/portal/users/create-integration', 'createIntegration', { name: '<b>Robot</b>' })
    const { text } = await browser.open('/portal/audit-log')
    for (const shown of ['account.create', 'session.login', 'Ada (auditor@example.com)', '127.0.0.1'])
      expect(text).toContain(shown)
    // Long names may break after a slash.
    expect(text.replaceAll('<wbr/>', '')).toContain('&lt;b&gt;Robot&lt;/b&gt;')
    const found = await browser.open('/portal/audit-log?who=&action=integration-user.create&target=robot')
    expect(found.text).toContain('&lt;b&gt;Robot')
    expect(found.text).not.toContain('Ada (auditor@example.com)</td><td><code>account.create')
    expect((await browser.open('/portal/audit-log?target=nothing-like-it')).text).toContain(
      'Nothing in the audit log matches.',
    )
    expect((await browser.open('/portal/audit-log?from=nonsense')).status).toBe(400)
    const csv = await browser.open('/v1/view-controller/audit-log/csv?action=integration-user.create')
    expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('Content-Disposition')).toBe('attachment; filename="audit-log.csv"')
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(2)
  })
})
