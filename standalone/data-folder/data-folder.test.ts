import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { systemClock } from '../../core/time/clock'
import { buildAccount, buildEnvironment } from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { readOrCreateKeys, requireNothingSealed } from './keys'
import { lockDataFolder } from './lock-data-folder'
import { prepareDataFolder } from './prepare-data-folder'
import { identifyProcess, isRunning } from '../../core/process/process-identity'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdo-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('prepareDataFolder', () => {
  it('makes folders that are absent', () => {
    prepareDataFolder(join(folder, 'a/b'))
    expect(statSync(join(folder, 'a/b')).isDirectory()).toBe(true)
  })

  it('says in one sentence that a folder cannot be made, and what to do', () => {
    writeFileSync(join(folder, 'file'), '')
    const impossible = join(folder, 'file/data')
    expect(() => prepareDataFolder(impossible)).toThrow(
      `The data folder ${impossible} cannot be written (ENOTDIR): make it writable, or choose another with SDO_DATA_DIR.`,
    )
  })
})

describe('readOrCreateKeys', () => {
  it('gives the same keys at every start, from a file that only its owner can read', () => {
    const keys = readOrCreateKeys(folder)
    expect(keys.areNew).toBe(true)
    expect(readOrCreateKeys(folder)).toEqual({ ...keys, areNew: false })
    expect(keys.masterKey).toHaveLength(32)
    expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600)
  })

  it('adds the key that installations of before do not have, once', () => {
    const { masterKey } = readOrCreateKeys(folder)
    const base64 = masterKey.toString('base64')
    const old = { masterKey: base64, cookieSecret: base64 }
    writeFileSync(join(folder, 'keys.json'), JSON.stringify(old))
    const keys = readOrCreateKeys(folder)
    expect([keys.masterKey, keys.authenticatorKey.length]).toEqual([masterKey, 32])
    expect(readOrCreateKeys(folder)).toEqual(keys)
  })

  it.each(['postgres-password', 'simulated-aws.json', 'instances', 'postgres'])(
    'refuses to make new keys where %s shows that there were others, and makes none',
    (trace) => {
      writeFileSync(join(folder, trace), '')
      expect(() => readOrCreateKeys(folder)).toThrow(
        `${join(folder, 'keys.json')} is missing, but ${join(folder, trace)} is there`,
      )
      expect(existsSync(join(folder, 'keys.json'))).toBe(false)
    },
  )

  it.each(['', '{', '{"masterKey":"AA=="}'])(
    'refuses the damaged file %j instead of making new keys',
    (text) => {
      writeFileSync(join(folder, 'keys.json'), text)
      expect(() => readOrCreateKeys(folder)).toThrow(/is damaged/)
    },
  )
})

describe('requireNothingSealed', () => {
  useTestDatabase()

  it('lets new keys begin with a database that holds nothing yet', async () => {
    readOrCreateKeys(folder)
    await requireNothingSealed(folder)
    expect(existsSync(join(folder, 'keys.json'))).toBe(true)
  })

  it('refuses new keys for a database of before, and throws them away', async () => {
    readOrCreateKeys(folder)
    await buildEnvironment(await buildAccount())
    await expect(requireNothingSealed(folder)).rejects.toThrow(
      'is missing, but the database holds environments',
    )
    expect(existsSync(join(folder, 'keys.json'))).toBe(false)
  })
})

describe('lockDataFolder', () => {
  it('keeps a second start out, and lets it in after the release', async () => {
    const lock = await lockDataFolder(folder, systemClock)
    const clock = new VirtualClock()
    const second = lockDataFolder(folder, clock)
    const refusal = expect(second).rejects.toThrow(
      `SDO runs on the data folder ${folder} already (process ${process.pid})`,
    )
    await clock.advance(4000)
    await refusal
    lock.release()
    await lockDataFolder(folder, systemClock)
  })

  it('waits longer for one that has announced its end', async () => {
    const lock = await lockDataFolder(folder, systemClock)
    lock.announceEnd()
    const clock = new VirtualClock()
    const second = lockDataFolder(folder, clock)
    await clock.advance(10_000)
    lock.release()
    await clock.advance(1000)
    await expect(second).resolves.toBeDefined()
  })

  it('counts the lock of a killed process for nothing', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'])
    await once(child, 'spawn')
    await lockDataFolder(folder, systemClock, identifyProcess(child.pid ?? 0))
    child.kill('SIGKILL')
    await once(child, 'close')
    await expect(lockDataFolder(folder, systemClock)).resolves.toBeDefined()
  })

  it('lets exactly one of many starts have a stale lock', async () => {
    const stale = { pid: 2 ** 30, startedAt: '1' }
    writeFileSync(join(folder, 'sdo.lock'), JSON.stringify(stale))
    const clock = new VirtualClock()
    const starts = Promise.allSettled([1, 2, 3, 4].map(() => lockDataFolder(folder, clock)))
    await clock.advance(4000)
    expect((await starts).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('isRunning', () => {
  it('does not take a later process of the same number for the earlier one', () => {
    const self = identifyProcess(process.pid)
    expect(isRunning(self)).toBe(true)
    if (self.startedAt) expect(isRunning({ ...self, startedAt: '1' })).toBe(false)
  })
})
