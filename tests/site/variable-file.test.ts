import { describe, expect, it } from 'vitest'
import { Application } from '../../db/models/application'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { hiddenFields } from '../builders/browser'
import { readForms, shownValue } from '../builders/html-forms'
import { buildApplication } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const server = useAppServer(database)
const config = {
  applicationName: 'Shop',
  dockerBaseUrl: 'sdo/sample',
  cpuCount: '1',
  memoryMb: '300',
  numProcesses: '1',
}

async function setUp(email: string) {
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const { id } = await buildApplication(teamId)
  const page = `/portal/applications/detail?id=${id}&name=Shop`
  const form = 'configuration'
  const first = readForms((await browser.open(page)).text).find(({ controls }) =>
    controls.includes('variableFile'),
  )
  return {
    name: first?.name ?? form,
    kept: async () => (await Application.findByPk(id, { rejectOnEmpty: true })).environmentVariables,
    send: (hidden: Record<string, string>, variableFile: string) =>
      browser.post(page, { ...hidden, ...config, variableFile }),
    open: async () => (await browser.open(page)).text,
  }
}

const rowsOf = (html: string) =>
  [...html.matchAll(/<tr role="row">(.*?)<\/tr>/gs)]
    .map(([, row = '']) =>
      row
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((row) => /^\d/.test(row))

describe('a pasted .env file, without scripts', () => {
  it('is saved only once its writer was shown what was read, with each odd line and why', async () => {
    const { name, kept, send, open } = await setUp('pasted@example.com')
    const file = 'BRAND=#0a7cff\nJSON={"a": "b # c"}\nURL=pg://${DB_USER}\nBRAND="two\nlines"'
    const read = await send(hiddenFields(await open(), name), file)
    expect(read.status).toBe(400)
    expect(read.text).toContain('Check what was read of the .env file, then save again.')
    const rows = rowsOf(read.text)
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatch(/^1 BRAND #0a7cff Twice: line 4 sets BRAND again, and counts\.$/)
    expect(rows[1]).toMatch(/^2 JSON .* Cut: “# c.*” is a comment\. Put the value in quotes to keep it\.$/)
    expect(rows[2]).toMatch(/^3 URL .* Kept as it is: nothing is put in for \$\{DB_USER\}\.$/)
    expect(rows[3]).toBe('4 BRAND two lines')
    expect(await kept()).toEqual({})
    const saved = await send(hiddenFields(read.text, name), file.replaceAll('\n', '\r\n'))
    expect(saved.status).toBe(302)
    expect(await kept()).toEqual({ BRAND: 'two\nlines', JSON: '{"a": "b', URL: 'pg://${DB_USER}' })
  })

  it('is shown again when it was changed since', async () => {
    const { name, kept, send, open } = await setUp('changed@example.com')
    const read = await send(hiddenFields(await open(), name), 'A=1')
    const changed = await send(hiddenFields(read.text, name), 'A=1\nB=2')
    expect(rowsOf(changed.text)).toEqual(['1 A 1', '2 B 2'])
    expect(await kept()).toEqual({})
    await send(hiddenFields(changed.text, name), 'A=1\nB=2')
    expect(await kept()).toEqual({ A: '1', B: '2' })
  })

  it('shows what it has beside the lines that cannot be read', async () => {
    const { name, kept, send, open } = await setUp('faulty@example.com')
    const read = await send(hiddenFields(await open(), name), 'A=1\nNONSENSE')
    expect(read.text).toContain('Line 2 is not NAME=value.')
    expect(rowsOf(read.text)).toEqual(['1 A 1', '2 – – is not NAME=value.'])
    await send(hiddenFields(read.text, name), 'A=1\nNONSENSE')
    expect(await kept()).toEqual({})
  })

  it('is given back by the page, so that pasting it elsewhere gives the same', async () => {
    const one = await setUp('one@example.com')
    const file = 'A="x # y"\nB=\'${C}\'\nD="1\\n2"\nE=\n'
    const read = await one.send(hiddenFields(await one.open(), one.name), file)
    await one.send(hiddenFields(read.text, one.name), file)
    const [, exported = ''] =
      /Saved variables as a \.env file"[^>]*>([^<]*)<\/textarea>/.exec(await one.open()) ?? []
    const [form] = readForms(`<form><textarea name="file">${exported}</textarea></form>`)
    const other = await setUp('other@example.com')
    const written = (form && shownValue(form, 'file')) ?? ''
    const again = await other.send(hiddenFields(await other.open(), other.name), written)
    await other.send(hiddenFields(again.text, other.name), written)
    expect(await other.kept()).toEqual({ A: 'x # y', B: '${C}', D: '1\n2', E: '' })
    expect(await other.kept()).toEqual(await one.kept())
  })
})
