import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { forgetLogin, keepLogin, readCredentials } from './credentials'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-credentials-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'sdo')
}

const login = { token: 'a-token', expiresEpoch: 1 }
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('credentials', () => {
  it('are kept for the eyes of their owner alone', () => {
    const folder = newFolder()
    keepLogin(folder, 'https://one.example', login)
    expect(modeOf(folder)).toBe('700')
    expect(modeOf(join(folder, 'credentials.json'))).toBe('600')
    expect(readdirSync(folder)).toEqual(['credentials.json'])
  })

  it('are those of each portal, of which the last login is the current one', () => {
    const folder = newFolder()
    keepLogin(folder, 'https://one.example', login)
    keepLogin(folder, 'https://two.example', { ...login, token: 'another' })
    expect(readCredentials(folder)).toMatchObject({ current: 'https://two.example' })
    forgetLogin(folder, 'https://two.example')
    expect(readCredentials(folder)).toEqual({
      current: 'https://one.example',
      portals: { 'https://one.example': login },
    })
    forgetLogin(folder, 'https://one.example')
    expect(readdirSync(folder)).toEqual([])
  })

  it('are refused while others can read them, or when they are damaged', () => {
    const folder = newFolder()
    keepLogin(folder, 'https://one.example', login)
    const file = join(folder, 'credentials.json')
    chmodSync(file, 0o644)
    expect(() => readCredentials(folder)).toThrow('can be read by others')
    chmodSync(file, 0o600)
    writeFileSync(file, '{')
    expect(() => readCredentials(folder)).toThrow('cannot be read')
  })
})
