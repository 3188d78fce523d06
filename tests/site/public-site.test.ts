import { describe, expect, it } from 'vitest'
import { tokenValidityMonths } from '../../app/services/users/create-integration-token'
import { useAppServer } from '../builders/app-server'
import { useInterruptibleDatabase } from '../builders/interruptible-database'

const numbers: Record<number, string> = { 1: 'one', 2: 'two', 3: 'three', 6: 'six' }

const database = useInterruptibleDatabase()
const { openBrowser, signUp } = useAppServer(database)

const navigationOf = (html: string): string[] => {
  const nav = /<nav aria-label="Site"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? ''
  return [...nav.matchAll(/<(a|button) [^>]*>([^<]+)<\/\1>/g)].map(([, , label = '']) => label)
}

/** What a reader sees: no tags, no comments of the renderer. */
const textOf = (html: string): string =>
  html.replace(/<!--[\s\S]*?-->|<(script|style)[\s\S]*?<\/\1>|<[^>]+>/g, '').replaceAll('&#x27;', "'")

const message = { name: 'Ada', email: 'ada@example.com', message: 'How do I begin?' }

describe('the navigation', () => {
  const site = ['Home', 'Pricing', 'Security', 'Portal', 'Docs']

  it('offers to log in to who is signed out, and to log out to everybody else', async () => {
    const stranger = await openBrowser()
    const ada = await signUp('navigating@example.com')
    for (const path of ['/', '/pricing', '/security', '/docs', '/contact-us', '/nobody/knows']) {
      expect(navigationOf((await stranger.open(path)).text)).toEqual([...site, 'Login', 'Register'])
      expect(navigationOf((await ada.open(path)).text)).toEqual([...site, 'Logout'])
    }
  })

  it('leads nowhere that does not exist', async () => {
    const browser = await signUp('clicking@example.com')
    const seen = new Set<string>()
    for (const path of ['/', '/pricing', '/security', '/docs', '/docs/quick-start', '/contact-us']) {
      const { text } = await browser.open(path)
      for (const [, to = ''] of text.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) seen.add(to)
    }
    expect(seen.size).toBeGreaterThan(4)
    for (const to of seen) {
      const { status, location } = await browser.open(to)
      expect(`${to} ${status}`).toBe(`${to} ${location ? 302 : 200}`)
    }
  })
})

describe('what a page loads', () => {
  const scriptsOf = (html: string): string[] => html.match(/<script\b|<link rel="modulepreload"/g) ?? []

  it('is a small document without any script, where nothing on it needs one', async () => {
    const browser = await openBrowser()
    for (const path of ['/', '/anything', '/pricing', '/security', '/terms']) {
      const { text } = await browser.open(path)
      expect(`${path} ${scriptsOf(text).length}`).toBe(`${path} 0`)
      expect(Buffer.byteLength(text), path).toBeLessThan(path === '/terms' ? 40_000 : 16_000)
    }
  })

  it('is scripts where something is: code to copy, a form that is checked as it is typed, a page that failed and asks again', async () => {
    const browser = await openBrowser()
    for (const path of ['/docs', '/login', '/register'])
      expect(scriptsOf((await browser.open(path)).text).length, path).toBeGreaterThan(2)
    database.interrupt()
    const failed = await browser.open('/terms')
    database.restore()
    expect(failed.status).toBe(503)
    expect(scriptsOf(failed.text).length).toBeGreaterThan(2)
    const recorded = await openBrowser({ sessionRecordingUrl: 'https://recorder.example/record.js' })
    expect(scriptsOf((await recorded.open('/')).text).length).toBeGreaterThan(2)
  })
})

describe('the footer', () => {
  it('shows on home, pricing, security, docs and portal with a way to reach us, and without a note on recording', async () => {
    const browser = await signUp('reading@example.com')
    for (const path of ['/', '/anything', '/pricing', '/security', '/docs', '/portal/users']) {
      const { text } = await browser.open(path)
      expect(text).toMatch(/<footer[\s\S]*href="\/contact-us"/)
      expect(text).not.toContain('session-recording service')
    }
    for (const path of ['/logout', '/terms', '/contact-us'])
      expect((await browser.open(path)).text).not.toContain('<footer')
  })
})

it('has the mark of SDO in the bar of every public page', async () => {
  const browser = await openBrowser()
  for (const path of ['/', '/pricing', '/security', '/docs', '/contact-us', '/login']) {
    const { text } = await browser.open(path)
    const nav = /<nav aria-label="Site"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? ''
    expect(nav, path).toMatch(/<a href="\/"[^>]*><span aria-hidden="true"[^>]*>◆<\/span>SDO<\/a>/)
  }
})

describe('the home page', () => {
  it('shows the product in a picture beside its first words, which is loaded at once', async () => {
    const { text } = await (await openBrowser()).open('/')
    const picture = text.indexOf('<picture>')
    expect(picture).toBeGreaterThan(text.indexOf('<h1'))
    expect(picture).toBeLessThan(text.indexOf('One command links your AWS account'))
    expect(/<img[^>]*>/.exec(text.slice(picture))?.[0]).toContain('loading="eager"')
  })

  it('says what SDO is, in its four points', async () => {
    const text = textOf((await (await openBrowser()).open('/')).text)
    for (const said of [
      'Rapid, Simple, Affordable DevOps',
      'Securely augment your AWS account',
      'Rapid environment creation',
      'Publish your Docker applications',
      'Launch and start saving now',
    ])
      expect(text).toContain(said)
  })

  it.each(['/', '/nobody/knows'])(
    'says at %s what an example costs, as the pricing page works it out',
    async (path) => {
      const browser = await openBrowser()
      const html = (await browser.open(path)).text
      const [, line = ''] = /(\d+ processes[\s\S]*?on AWS Fargate)/.exec(textOf(html)) ?? []
      const figures = line.match(/\$[\d,.]+\d/g) ?? []
      expect(figures).toHaveLength(3)
      const examples = textOf(
        /id="examples"[\s\S]*?<\/section>/.exec((await browser.open('/pricing')).text)?.[0] ?? '',
      )
      for (const figure of figures) expect(examples).toContain(figure)
      expect(html).toContain('href="/pricing#examples"')
    },
  )

  it('shows pictures that are there, in the colours of its reader', async () => {
    const browser = await openBrowser()
    const { text } = await browser.open('/')
    const files = [...text.matchAll(/"(\/images\/[\w-]+-(?:light|dark)\.webp)"/g)].map(
      ([, file = '']) => file,
    )
    expect(new Set(files).size).toBe(6)
    for (const file of files) expect((await browser.send(file)).status).toBe(200)
  })
})

describe('the security page', () => {
  it.each([
    [
      'Permissions in your AWS account',
      /trust relationship.*external ID.*owner tag.*Describe permissions.*no admin access/,
    ],
    [
      'Your SDO account',
      new RegExp(`argon2id.*authenticator app.*valid for ${numbers[tokenValidityMonths]} months`),
    ],
    ['Privacy of your software', /Code, data and requests do not pass through SDO/],
    ['Credentials of your applications', /names the roles it needs.*temporary credentials/],
    ['Daily patches of the operating system', /replaces older instances within 24 hours/],
    ['Session recording', /Passwords, codes and tokens are masked/],
  ])('explains: %s', async (heading, explanation) => {
    const { text } = await (await openBrowser()).open('/security')
    const sections = text.split(/<h2[^>]*>/).slice(1)
    expect(sections).toHaveLength(6)
    const section = sections.find((html) => html.startsWith(`${heading}</h2>`)) ?? ''
    expect(textOf(section)).toMatch(explanation)
  })
})

describe('session recording', () => {
  const sessionRecordingUrl = 'https://recorder.example/record.js?site=1'

  it('is off unless it is configured: no script, no host in the policy', async () => {
    const { text, headers } = await (await openBrowser()).open('/security')
    expect(headers.get('content-security-policy')).toContain("connect-src 'self';")
    expect(text).not.toContain('recorder.example')
    expect(textOf(text)).toContain('This website records no sessions.')
  })

  it('when configured runs that script, allows its host alone, and says so', async () => {
    const browser = await openBrowser({ sessionRecordingUrl })
    const { text, headers } = await browser.open('/security')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' https:\/\/recorder\.example;/)
    expect(policy).toContain("connect-src 'self' https://recorder.example;")
    expect(policy.match(/https:/g)).toHaveLength(2)
    expect(text).toContain(sessionRecordingUrl)
    expect(textOf(text)).toContain('is recorded by a session-recording service')
    expect(textOf(text)).toContain('This website uses a session-recording service')
  })

  it('leaves out passwords', async () => {
    const { text } = await (await openBrowser({ sessionRecordingUrl })).open('/register')
    for (const [input] of text.matchAll(/<input[^>]*type="password"[^>]*>/g))
      expect(input).toContain('data-private="true"')
    const name = /<input[^>]*name="name"[^>]*>/.exec(text)?.[0]
    expect(name).toBeDefined()
    expect(name).not.toContain('data-private')
  })
})

describe('the pricing page', () => {
  const ask = (fields: Record<string, string[]>) => {
    const pairs = Object.entries(fields).flatMap(([field, values]) => values.map((value) => [field, value]))
    return `/pricing?${new URLSearchParams(pairs).toString()}`
  }

  it('shows two examples that cost something', async () => {
    const text = textOf((await (await openBrowser()).open('/pricing')).text)
    expect(text).toContain('SDO is currently free.')
    expect(text.match(/Together, before traffic and logs\$\d/g)).toHaveLength(2)
    expect(text.match(/On-demand\d+ × \w+\.\w+/g)).toHaveLength(2)
    // One process needs the smallest instance that fits, most of which nothing uses.
    expect(text).toContain('On-demand, Fargate costs less here')
  })

  it('estimates what is asked by a plain address, and keeps what was asked', async () => {
    const path = ask({
      cpuCount: ['1,5', '0.2', ''],
      memoryMb: ['500', '3000', ''],
      numProcesses: ['1', '1', ''],
      spotDiscount: ['50'],
      loadBalancers: ['2'],
    })
    const { status, text } = await (await openBrowser()).open(path)
    expect(status).toBe(200)
    const answer = textOf(text.slice(text.indexOf('id="calculator"'), text.indexOf('<form')))
    expect(answer).toContain('On-demand1 × c6g.large')
    expect(answer).toContain('Instances$49.64$24.82')
    expect(answer).toContain('Their public addresses and disks$6.05$6.05')
    expect(answer).toContain('Load balancers (2) with their addresses$54.75$54.75')
    expect(answer).toContain('Together, before traffic and logs$110.44$85.62')
    expect(answer).toMatch(/The same as tasks of AWS Fargate\$\d+/)
    expect(answer).toContain('today $0$2.48$2.48')
    for (const typed of ['1,5', '3000', '50']) expect(text).toContain(`value="${typed}"`)
  })

  it.each([
    [
      { cpuCount: ['0'], memoryMb: ['1'], numProcesses: ['1'], spotDiscount: ['60'] },
      'Row 1: CPU count and memory',
    ],
    [
      { cpuCount: ['900'], memoryMb: ['1'], numProcesses: ['1'], spotDiscount: ['60'] },
      'No instance is large enough',
    ],
    [
      { cpuCount: ['1'], memoryMb: ['1'], numProcesses: ['1'], spotDiscount: ['"><b>'] },
      'The Spot discount must be',
    ],
    [{ cpuCount: [''], memoryMb: [''], numProcesses: [''], spotDiscount: ['60'] }, 'Describe at least one'],
    [
      {
        cpuCount: Array<string>(21).fill('1'),
        memoryMb: Array<string>(21).fill('1'),
        numProcesses: Array<string>(21).fill('1'),
        spotDiscount: ['60'],
      },
      'Describe at most 20',
    ],
  ])('says what is wrong with %j', async (fields, problem) => {
    const { status, text } = await (await openBrowser()).open(ask(fields))
    expect(status).toBe(400)
    expect(text).toContain(problem)
    expect(text).not.toContain('<b>')
    expect(text).toContain('Two examples')
  })

  it('takes many processes in its stride', async () => {
    const many = (value: string) => Array<string>(20).fill(value)
    const path = ask({
      cpuCount: many('0.3'),
      memoryMb: many('700'),
      numProcesses: many('10000'),
      spotDiscount: ['0'],
    })
    expect((await (await openBrowser()).open(path)).status).toBe(200)
  })
})

describe('the terms', () => {
  it('say what to do when they cannot be loaded, and 404 when there are none', async () => {
    const browser = await openBrowser()
    await browser.open('/terms')
    database.interrupt()
    const failed = await browser.open('/terms')
    expect(failed.status).toBe(503)
    expect(failed.text).toContain('There was an error loading the page.  Please refresh and try again.')
    database.restore()
    expect((await browser.open('/terms')).status).toBe(200)
    expect((await browser.open('/terms?id=none')).status).toBe(404)
  })
})

describe('the contact form', () => {
  it('keeps the message, says thank you and names the chat server', async () => {
    const browser = await openBrowser()
    const sent = await browser.submit('/contact-us', 'contact', message)
    expect(sent.location).toBe('/contact-us?sent=true')
    const thanks = textOf((await browser.open('/contact-us?sent=true')).text)
    expect(thanks).toContain('Thank you for your message. You will get an e-mail that confirms it.')
    expect(thanks).not.toContain('chat server')
    const mails = (await browser.send('/dev/mail.json?to=ada@example.com')).json<{ subject: string }[]>()
    expect(mails[0]?.subject).toBe('We have received your message to SDO')
  })

  it('offers the chat server only where there is one', async () => {
    const supportChatUrl = 'https://chat.example/invite'
    const browser = await openBrowser({ supportChatUrl })
    for (const path of ['/contact-us', '/contact-us?sent=true'])
      expect((await browser.open(path)).text).toContain(`href="${supportChatUrl}"`)
    expect((await (await openBrowser()).open('/contact-us')).text).not.toContain('chat.example')
  })

  it('warns of credentials, and of what becomes of spam', async () => {
    const text = textOf((await (await openBrowser()).open('/contact-us')).text)
    expect(text).toContain('Never share credentials')
    expect(text).toContain('Spam or harassment may permanently block your access.')
  })

  it('is filled in for who is signed in', async () => {
    const browser = await signUp('known@example.com')
    expect((await browser.open('/contact-us')).text).toContain('value="known@example.com"')
  })

  it('keeps what was typed when something is missing', async () => {
    const answer = await (await openBrowser()).submit('/contact-us', 'contact', { ...message, email: '' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('E-mail is required')
    expect(answer.text).toContain('How do I begin?')
  })

  it('keeps what was typed when the message cannot be kept, and takes it later', async () => {
    const browser = await openBrowser()
    const { text } = await browser.open('/contact-us')
    expect(text).toContain('name="form" value="contact"')
    database.interrupt()
    const failed = await browser.submit('/contact-us', 'contact', message)
    expect(failed.status).toBe(503)
    expect(failed.text).toContain('There was a problem sending your message.  Please try again.')
    expect(failed.text).toContain('How do I begin?')
    database.restore()
    expect((await browser.submit('/contact-us', 'contact', message)).status).toBe(302)
  })

  it('and the call answer 429 to too many, and say so', async () => {
    const email = 'often@example.com'
    const browser = await openBrowser()
    const call = () => browser.call('POST', '/v1/customer-support/message', { ...message, email })
    for (let sent = 0; sent < 3; sent++) expect((await call()).json()).toEqual({ result: 'SUCCESS' })
    const refused = await call()
    expect(refused.status).toBe(429)
    expect(refused.json<{ code: string }>().code).toBe('throttled')
    const form = await browser.submit('/contact-us', 'contact', { ...message, email })
    expect(form.status).toBe(429)
    expect(form.text).toContain('You have sent several messages in the last hour.')
    expect(form.text).toContain('How do I begin?')
  })
})

describe('a search engine', () => {
  it.each(['/', '/pricing', '/security', '/docs', '/docs/quick-start', '/docs/changelog'])(
    'is told what %s is about, in words of its own',
    async (path) => {
      const { text } = await (await openBrowser()).open(path)
      expect(text).toMatch(/<meta name="description" content="[A-Z][^"]{30,160}\."/)
    },
  )

  it('is asked not to look where people log in', async () => {
    const { status, text } = await (await openBrowser()).open('/robots.txt')
    expect(status).toBe(200)
    expect(text).toContain('Disallow: /portal\n')
  })
})
