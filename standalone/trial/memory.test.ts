import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { beginMemory, recallMemory, writeMemory } from './memory'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdo-trial-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps the person and the release of agents for the next process', () => {
  const memory = beginMemory(folder, '111122223333')
  writeMemory(folder, { ...memory, release: { url: 'https://bundles.test/1', sha256: 'a' } })
  const kept = {
    accountNumber: '111122223333',
    password: memory.password,
    isOver: false,
    release: { url: 'https://bundles.test/1', sha256: 'a' },
  }
  expect(recallMemory(folder, '111122223333')).toEqual(kept)
  writeMemory(folder, { ...kept, isOver: true })
  expect(beginMemory(folder, '111122223333')).toEqual(kept)
})

it('lets nothing be removed in whose folder no trial began', () => {
  expect(() => recallMemory(folder, '111122223333')).toThrow('No trial began in')
})

it('is for no other account, and never begins anew over one that is damaged', () => {
  beginMemory(folder, '111122223333')
  for (const take of [beginMemory, recallMemory])
    expect(() => take(folder, '444455556666')).toThrow('a trial in the account 111122223333')
  writeFileSync(join(folder, 'trial.json'), '{')
  for (const take of [beginMemory, recallMemory])
    expect(() => take(folder, '111122223333')).toThrow('is damaged')
})
