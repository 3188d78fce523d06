import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openControlKey } from './control-key'

const [first, second] = [randomBytes(32), randomBytes(32)]

function place(): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { folder, path: join(folder, 'bootstrap.json.key') }
}

it('is that of the bootstrap until another is given, which later agents find, and nobody else may read', () => {
  const { folder, path } = place()
  const key = openControlKey(path, first)
  key.replace(first)
  expect([key.current(), readdirSync(folder)]).toEqual([first, []])
  key.replace(second)
  expect(key.current()).toEqual(second)
  expect(openControlKey(path, first).current()).toEqual(second)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('is never that of the bootstrap again where the one that was given cannot be read', () => {
  const { path } = place()
  writeFileSync(path, '{"key":"')
  expect(() => openControlKey(path, first)).toThrow()
})
