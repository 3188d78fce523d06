import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { withSecretFiles } from './secret-files'

function writeSecret(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'secret')
  writeFileSync(path, content)
  return path
}

it('reads a secret from the file that its _FILE names, without the line break at its end', () => {
  const environment = { SMTP_URL_FILE: writeSecret('smtps://a:b@mail\n'), PORT: '1' }
  expect(withSecretFiles(environment, ['SMTP_URL'])).toMatchObject({
    SMTP_URL: 'smtps://a:b@mail',
    PORT: '1',
  })
})

it('prefers what is given itself, and knows nothing of a file that cannot be read', () => {
  const both = { SMTP_URL: 'given', SMTP_URL_FILE: writeSecret('other') }
  expect(withSecretFiles(both, ['SMTP_URL']).SMTP_URL).toBe('given')
  expect(withSecretFiles({ SMTP_URL_FILE: '/nowhere/at/all' }, ['SMTP_URL']).SMTP_URL).toBeUndefined()
})
