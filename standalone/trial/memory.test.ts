import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOrCreateMemory, writeMemory } from './memory'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdo-trial-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps the person and the release of agents for the next process', () => {
  const memory = readOrCreateMemory(folder, '111122223333')
  writeMemory(folder, { ...memory, release: { url: 'https://bundles.test/1', sha256: 'a' } })
  expect(readOrCreateMemory(folder, '111122223333')).toEqual({
    accountNumber: '111122223333',
    password: memory.password,
    release: { url: 'https://bundles.test/1', sha256: 'a' },
  })
})

it('is for no other account, and never begins anew over one that is damaged', () => {
  readOrCreateMemory(folder, '111122223333')
  expect(() => readOrCreateMemory(folder, '444455556666')).toThrow('a trial in the account 111122223333')
  writeFileSync(join(folder, 'trial.json'), '{')
  expect(() => readOrCreateMemory(folder, '111122223333')).toThrow('is damaged')
})
