import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Application } from '../../db/models/application'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { hiddenFields } from '../builders/browser'
import { readForms, shownValue } from '../builders/html-forms'
import { buildApplication } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const server = useAppServer(useTestDatabase())

const right: Record<string, string> = {
  applicationName: 'Shop',
  dockerBaseUrl: 'sdo/sample',
  cpuCount: '0.5',
  memoryMb: '300',
  numProcesses: '1',
  maxSpotPercentage: '100',
  port: '8080',
  subdomain: 'api',
}

/** How what a field shows is kept: a number by its value, a subdomain in small letters, without blanks around. */
const kept: Record<string, (shown: string) => unknown> = {
  dockerBaseUrl: (shown) => shown,
  cpuCount: (shown) => Number(shown.replace(',', '.')),
  memoryMb: Number,
  numProcesses: Number,
  // Left empty, it is what the application had.
  maxSpotPercentage: (shown) => (shown === '' ? 100 : Number(shown)),
  port: (shown) => (shown === '' ? undefined : Number(shown)),
  subdomain: (shown) => (shown === '' ? undefined : shown.toLowerCase()),
}

const savedOf = (row: Application): Record<string, unknown> => ({
  dockerBaseUrl: row.image,
  cpuCount: Number(row.cpu),
  memoryMb: row.memoryMb,
  numProcesses: row.count,
  maxSpotPercentage: row.maxSpotPercentage,
  port: row.ports[0]?.port,
  subdomain: row.ports[0]?.subdomain,
})

const typed = fc.oneof(
  fc.constantFrom(
    ...[
      '1,5',
      '1e3',
      '1.5 GB',
      '2.5',
      '-1',
      '99999',
      '1 000',
      '1,000',
      '0x10',
      '٣',
      '１',
      '+5',
      '007',
      '',
      ' 7 ',
    ],
    ...['registry.acme.io:5000/team/web', 'team/web@sha256:0a1b', 'team/web:1', 'https://team/web'],
    ...['My-Shop', 'a--b', 'shop-', 'shop.example.com', 'Ünïcode', 'a'.repeat(60)],
  ),
  fc.stringMatching(/^[-+0-9., eE]{1,8}$/),
  fc.string({ maxLength: 12 }),
)

it('saves of each field what it showed last, or nothing, and then shows it again with a word on what was typed', async () => {
  const browser = await server.signUp('typed@example.com')
  const { teamId } = await User.findOne({ where: { email: 'typed@example.com' }, rejectOnEmpty: true })
  const { id } = await buildApplication(teamId)
  const page = `/portal/applications/detail?id=${id}&name=Shop`
  const saved = async () => savedOf(await Application.findByPk(id, { rejectOnEmpty: true }))
  const { revision, ...hidden } = hiddenFields((await browser.open(page)).text, 'editConfig')
  const send = (fields: Record<string, string>) => browser.post(page, { ...hidden, ...fields })
  expect(revision).toBeDefined()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(kept)), typed, async (field, text) => {
      expect((await send(right)).status).toBe(302)
      const before = await saved()
      const { status, text: html } = await send({ ...right, [field]: text })
      const after = await saved()
      if (status === 302) {
        expect(after).toEqual({ ...before, [field]: kept[field]?.(text.trim()) })
      } else {
        expect(status).toBe(400)
        expect(after).toEqual(before)
        const [form] = readForms(html).filter(({ name }) => name === 'editConfig')
        expect(form && shownValue(form, field)).toBe(text)
      }
    }),
    { numRuns: 60 },
  )
})

it('leaves out empty rows, and refuses a half-filled one at its empty field', async () => {
  const browser = await server.signUp('rows@example.com')
  const { teamId } = await User.findOne({ where: { email: 'rows@example.com' }, rejectOnEmpty: true })
  const { id } = await buildApplication(teamId)
  const page = `/portal/applications/detail?id=${id}&name=Shop`
  const config = Object.entries(right).filter(([name]) => !/port|subdomain/.test(name))
  const arn = 'arn:aws:iam::123456789012:role/reader'
  const send = async (rows: [string, string][]) => {
    const hidden = hiddenFields((await browser.open(page)).text, 'editConfig')
    const body = new URLSearchParams([...Object.entries(hidden), ...config, ...rows])
    const headers = { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' }
    return browser.send(page, { method: 'POST', headers, body: body.toString() })
  }
  const empty: [string, string][] = [
    ...(['port', 'subdomain', 'roleKey', 'roleArn'] as const).map((name): [string, string] => [name, ' ']),
    ...(['variableName', 'variableValue', 'referenceName', 'referenceArn'] as const).map(
      (name): [string, string] => [name, ''],
    ),
  ]
  expect((await send(empty)).status).toBe(302)
  expect(await Application.findByPk(id)).toMatchObject({ ports: [], roles: {}, secrets: {} })
  const halves: Record<string, [string, string][]> = {
    'port.1': [['port', ''], ['subdomain', 'api']], // prettier-ignore
    'roleArn.1': [['roleKey', 'reader'], ['roleArn', '']], // prettier-ignore
    'roleKey.1': [['roleKey', ''], ['roleArn', arn]], // prettier-ignore
    'variableName.1': [['variableName', ''], ['variableValue', 'x']], // prettier-ignore
    'referenceName.1': [['referenceName', ''], ['referenceArn', 'x']], // prettier-ignore
    'referenceArn.1': [['referenceName', 'A'], ['referenceArn', '']], // prettier-ignore
  }
  for (const [field, row] of Object.entries(halves)) {
    const { status, text } = await send([...empty, ...row])
    expect(status, field).toBe(400)
    const invalid = [...text.matchAll(/id="[^"]*?:(\w+\.\d+)"[^>]*aria-invalid="true"/g)]
    expect(invalid.map(([, name]) => name)).toEqual([field])
  }
})
