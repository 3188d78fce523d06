import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyAccount, emptyWorld } from './state'
import { stateFile } from './state-file'

describe('the state file', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'state-'))
    file = join(folder, 'inner', 'aws.json')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const pricesInFile = async () => (JSON.parse(await readFile(file, 'utf8')) as { prices: object }).prices

  it('starts empty where there is none', async () => {
    expect(await stateFile(file).load()).toEqual(emptyWorld())
  })

  it('gives back what was saved', async () => {
    const storage = stateFile(file)
    const state = await storage.load()
    state.accounts['111122223333'] = emptyAccount('111122223333')
    await storage.save(state)
    expect(await stateFile(file).load()).toEqual(state)
  })

  it('holds every change once its save is over, also of saves that overlap, and leaves no draft', async () => {
    const storage = stateFile(file)
    const state = await storage.load()
    const saves = Array.from({ length: 50 }, async (_, index) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (index % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
      state.prices[`pool-${index}`] = index
      await storage.save(state)
      expect(await pricesInFile()).toHaveProperty(`pool-${index}`, index)
    })
    await Promise.all(saves)
    expect(Object.keys(await pricesInFile())).toHaveLength(50)
    expect(await readdir(join(folder, 'inner'))).toEqual(['aws.json'])
  })

  it('can be read by its owner only', async () => {
    const storage = stateFile(file)
    await storage.save(await storage.load())
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it.each(['', '{"format":1,"accou', '{"format":2,"accounts":{}}', 'null'])(
    'says which file is unreadable and what to do: %j',
    async (content) => {
      const storage = stateFile(file)
      await storage.load()
      await writeFile(file, content)
      await expect(storage.load()).rejects.toThrow(`in ${file} cannot be read. Move the file away`)
    },
  )
})
