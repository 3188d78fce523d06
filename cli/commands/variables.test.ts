import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readVariableFile } from '../../core/application/variable-file'
import { answering, buildSurroundings, json } from '../../tests/builders/cli-surroundings'
import { applications, environments, sdo, signedIn, token, url } from '../../tests/builders/sdo-command'
import { exitCodes } from '../exit-codes'
import { run } from '../run'
import type { Surroundings } from '../surroundings'

const arn = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:sdo/key-AbCdEf'
const success = { result: 'SUCCESS' }
const answers = {
  ...environments,
  ...applications,
  'GET /v1/view-controller/process/a1/config': {
    environmentVariables: { LEVEL: 'info', TEXT: 'two\nlines' },
    secrets: { KEY: arn },
    revision: 'r1',
  },
  'PATCH /v1/process/a1': success,
  'GET /v1/view-controller/environment/e1/processes': {
    undeployedApplications: [],
    excludedApplications: [],
    deployedApplications: [
      {
        applicationId: 'a1',
        overrideConfig: { numProcesses: 3, environmentVariables: { LEVEL: 'debug' }, secrets: {} },
        revision: 'r2',
      },
    ],
  },
  'POST /v1/environment/e1/process/a1': success,
}
const sent = async (requests: Request[]) => (await requests.at(-1)?.json()) as unknown

/** Sets the variables of a `.env` file with this text. */
async function setFromFile(text: string, more: string[] = [], changes: Partial<Surroundings> = {}) {
  const { surroundings, seen, folder } = buildSurroundings(answering({ ...signedIn, ...answers }), changes)
  Object.assign(surroundings.options, { url, token })
  writeFileSync(join(folder, '.env'), text)
  const words = ['variables', 'set', 'shop', '--from-file', '.env', ...more]
  return { exitCode: await run(surroundings, words, '1'), ...seen }
}

describe('variables list', () => {
  it('prints values of variables and ARNs of secrets, of the application or as the environment has its own', async () => {
    const { written } = await sdo(['variables', 'list', 'shop'], answers)
    expect(written).toMatch(/^KEY +secret +arn:aws/m)
    expect(written).toMatch(/^LEVEL +variable +info$/m)
    const there = await sdo(['variables', 'list', 'shop', '--env', 'production', '--json'], answers)
    expect(JSON.parse(there.written)).toEqual({ environmentVariables: { LEVEL: 'debug' }, secrets: {} })
  })

  it('prints a file that is read as the same variables', async () => {
    const { written } = await sdo(['variables', 'list', 'shop', '--as-file'], answers)
    expect(readVariableFile(written).map(({ name, value }) => [name, value])).toEqual([
      ['LEVEL', 'info'],
      ['TEXT', 'two\nlines'],
    ])
  })
})

describe('variables set', () => {
  it('adds to what there is, in place of what has the name, by the revision that it read', async () => {
    const { exitCode, written, requests } = await sdo(
      ['variables', 'set', 'shop', 'LEVEL=warn', 'URL=a=b'],
      answers,
    )
    expect(exitCode).toBe(0)
    expect(await sent(requests)).toEqual({
      environmentVariables: { LEVEL: 'warn', TEXT: 'two\nlines', URL: 'a=b' },
      revision: 'r1',
    })
    expect(written).toBe('shop: set LEVEL, URL. It takes effect with the next deployment.\n')
  })

  it('sets a secret, and of an environment leaves the other overrides as they are', async () => {
    const { requests } = await sdo(
      ['variables', 'set', 'shop', '--env', 'production', '--secret', `KEY=${arn}`],
      answers,
    )
    expect(await sent(requests)).toEqual({ override: true, secrets: { KEY: arn }, revision: 'r2' })
  })

  it('tells what was read of a file, and saves it', async () => {
    const { exitCode, told, requests } = await setFromFile("A=1\n# why\nB='x y'\n", [], { hasPerson: true })
    expect(exitCode).toBe(0)
    expect(told).toMatch(/^1 +A +1$/m)
    expect(told).toMatch(/^3 +B +x y$/m)
    expect(await sent(requests)).toMatchObject({ environmentVariables: { LEVEL: 'info', A: '1', B: 'x y' } })
  })

  it('saves a file with marked lines only as it was read, and one with faults never', async () => {
    const odd = 'A=${B}\nC=abc # rest\n'
    const { exitCode, told, requests } = await setFromFile(odd, [], { hasPerson: true })
    expect(exitCode).toBe(exitCodes.refused)
    expect(told).toContain('nothing is put in for ${B}')
    expect(told).toContain('Nothing was saved: check lines 1, 2 of .env.')
    expect(requests.some(({ method }) => method === 'PATCH')).toBe(false)
    expect(await sent((await setFromFile(odd, ['--as-read'])).requests)).toMatchObject({
      environmentVariables: { A: '${B}', C: 'abc' },
    })
    const faulty = await setFromFile('A=1\nNONSENSE\n', ['--as-read'])
    expect(faulty.exitCode).toBe(exitCodes.refused)
    expect(faulty.told).toContain('line 2 of .env cannot be read')
  })

  it('tells no value where a build keeps what is told', async () => {
    const { told } = await setFromFile('PASSWORD=hunter2 # with a hint\n', ['--as-read'])
    expect(told).toMatch(/^1 +PASSWORD +\(7 characters\) +Cut: “…” is a comment/m)
    expect(told).not.toContain('hunter2')
    const wrong = await sdo(['variables', 'set', 'shop', 'hunter2'], answers)
    expect(wrong.exitCode).toBe(exitCodes.usage)
    expect(wrong.told).not.toContain('hunter2')
  })

  it('says why SDO refuses, and asks which where none is given', async () => {
    const conflict = json({ message: 'Somebody changed this.', code: 'conflict', requestId: 'r' }, 409)
    const refused = await sdo(['variables', 'set', 'shop', 'A=1'], {
      ...answers,
      'PATCH /v1/process/a1': conflict,
    })
    expect([refused.exitCode, refused.told]).toEqual([
      exitCodes.refused,
      expect.stringContaining('Somebody changed this.'),
    ])
    expect((await sdo(['variables', 'set', 'shop'], answers)).exitCode).toBe(exitCodes.usage)
  })
})

describe('variables unset', () => {
  it('removes variables and secrets by name, and nothing where one is unknown', async () => {
    const { requests } = await sdo(['variables', 'unset', 'shop', 'LEVEL', 'KEY'], answers)
    expect(await sent(requests)).toEqual({
      environmentVariables: { TEXT: 'two\nlines' },
      secrets: {},
      revision: 'r1',
    })
    const unknown = await sdo(['variables', 'unset', 'shop', 'LEVEL', 'NONE'], answers)
    expect(unknown.exitCode).toBe(exitCodes.refused)
    expect(unknown.told).toContain('shop has no variable NONE.')
  })
})
