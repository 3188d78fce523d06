import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readSecretFiles } from './secret-files'

function writeSecret(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'secret')
  writeFileSync(path, content)
  return path
}

it('reads a secret from the file that its _FILE names, without the line break at its end', () => {
  const environment = { SMTP_URL_FILE: writeSecret('smtps://a:b@mail\n'), PORT: '1' }
  expect(readSecretFiles(environment, ['SMTP_URL']).environment).toMatchObject({
    SMTP_URL: 'smtps://a:b@mail',
    PORT: '1',
  })
})

it('prefers what is given itself', () => {
  const both = { SMTP_URL: 'given', SMTP_URL_FILE: writeSecret('other') }
  expect(readSecretFiles(both, ['SMTP_URL'])).toMatchObject({
    environment: { SMTP_URL: 'given' },
    faults: new Map(),
  })
})

it('says which file cannot be read or holds nothing, and why', () => {
  const read = (path: string) => [...readSecretFiles({ SMTP_URL_FILE: path }, ['SMTP_URL']).faults]
  expect(read('/nowhere/at/all')).toEqual([
    ['SMTP_URL', 'the file /nowhere/at/all that SMTP_URL_FILE names cannot be read (ENOENT)'],
  ])
  expect(read(tmpdir())).toEqual([
    ['SMTP_URL', `the file ${tmpdir()} that SMTP_URL_FILE names cannot be read (EISDIR)`],
  ])
  const empty = writeSecret('\n')
  expect(read(empty)).toEqual([['SMTP_URL', `the file ${empty} that SMTP_URL_FILE names is empty`]])
})
