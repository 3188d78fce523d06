import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { eventually } from '../builders/eventually'
import {
  createDataDir,
  isAlive,
  listStartedProcesses,
  removeDataDir,
  Sdo,
  secondsWithoutProcessor,
  type StartOptions,
} from '../builders/start-sdo'

let dataDir: string
const started: Sdo[] = []

test.beforeEach(() => {
  dataDir = createDataDir()
})
test.afterEach(async () => {
  for (const sdo of started.splice(0)) await sdo.interrupt()
  removeDataDir(dataDir)
})

function start(options: Partial<StartOptions> = {}): Sdo {
  const sdo = new Sdo({ dataDir, ...options })
  started.push(sdo)
  return sdo
}

const statusOf = async (url: string) => (await fetch(url)).status

test.describe('npm start', () => {
  test('shows something alive at its first start, and leaves no process behind after Ctrl-C', async () => {
    const sdo = start()
    const url = await sdo.ready()
    expect(await statusOf(`${url}/health`)).toBe(200)
    expect(await statusOf(url)).toBe(200)
    await sdo.waitFor(/^Log in as demo@sdo\.local with the password \S{12}/m)
    const answer = await fetch(await sdo.sampleUrl())
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('1')

    const processes = listStartedProcesses(sdo.pid, dataDir)
    expect(processes.length).toBeGreaterThan(2)
    expect(await sdo.interrupt()).toBe(0)
    expect(processes.filter(isAlive)).toEqual([])
    expect(existsSync(join(dataDir, 'sdo.lock'))).toBe(false)
  })

  test('says how long every step took, and is ready again quickly with everything in place', async () => {
    const first = start()
    await first.ready()
    const address = await first.sampleUrl()
    expect(first.output).toMatch(/Starting the database … done in \d+\.\d s/)
    await first.interrupt()

    const startedAt = performance.now()
    const second = start()
    await second.ready()
    // Other tests have the processor for most of it, which says nothing of a start.
    const seconds = (performance.now() - startedAt) / 1000 - secondsWithoutProcessor(second.pid)
    test.info().annotations.push({ type: 'second start', description: `${seconds.toFixed(1)} s` })
    // The promise is 5 s. What waits for Postgres waits for a processor as well.
    expect(seconds).toBeLessThan(10)
    expect(second.output).not.toContain('Log in as')
    await eventually(
      'the application answers at its old address',
      () => statusOf(address).then((code) => code === 200),
      30_000,
    )
  })

  test('carries on after a SIGKILL where it was, with the application never gone', async () => {
    const first = start()
    await first.ready()
    const address = await first.sampleUrl()
    const before = listStartedProcesses(first.pid, dataDir)
    await first.kill()
    const second = start()
    await second.ready()
    await eventually('the application answers', () => statusOf(address).then((code) => code === 200), 20_000)
    const after = new Set(listStartedProcesses(second.pid, dataDir))
    // The same agent and the same program, found again and not started anew.
    const programs = before.filter((pid) => after.has(pid))
    expect(programs.length).toBeGreaterThan(1)
  })

  test('goes on with a first run that was killed half-way', async () => {
    const first = start()
    await first.waitFor(/^Log in as/m)
    await first.kill()
    const second = start()
    expect(await statusOf(await second.sampleUrl())).toBe(200)
  })

  test('does not outlive npm, and can be started again at once when npm was killed', async () => {
    const first = start({ throughNpm: true, flags: ['--empty'] })
    await first.ready()
    const processes = listStartedProcesses(first.pid, dataDir)
    await first.kill()
    const second = start({ flags: ['--empty'] })
    await second.ready()
    expect(processes.filter(isAlive)).toEqual([])
  })

  for (const signal of ['SIGKILL', 'SIGINT'] as const)
    test(`recovers by itself when its database ends with ${signal}`, async () => {
      const sdo = start({ flags: ['--empty'] })
      const url = await sdo.ready()
      const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, signal)
      await eventually('the database is down', () => statusOf(`${url}/health`).then((code) => code === 503))
      await eventually(
        'it is well again',
        () => statusOf(`${url}/health`).then((code) => code === 200),
        30_000,
      )
      expect(await statusOf(`${url}/login`)).toBe(200)
    })

  test('leaves nothing behind when it is interrupted while still starting', async () => {
    for (const moment of [/Starting the database/, /Migrating/, /Starting the controller/]) {
      const sdo = start({ flags: ['--empty'] })
      await sdo.waitFor(moment)
      expect(await sdo.interrupt()).toBe(0)
      expect(listStartedProcesses(-1, dataDir)).toEqual([])
    }
  })

  test('ends, and leaves nothing behind, when nobody reads any more what it says', async () => {
    const sdo = start({ flags: ['--empty'] })
    await sdo.waitFor(/Starting the database/)
    const processes = listStartedProcesses(sdo.pid, dataDir)
    sdo.stopReading()
    expect(await sdo.ended).toBe(0)
    expect(processes.filter(isAlive)).toEqual([])
  })

  test('starts without the demo team when told so, and never makes it up later', async () => {
    const empty = start({ flags: ['--empty'] })
    await empty.ready()
    expect(empty.output).not.toContain('demo')
    await empty.interrupt()
    const again = start()
    await again.ready()
    expect(again.output).not.toContain('demo')
  })
})

test.describe('npm start ends with one sentence and exit code 1', () => {
  const refuses = async (options: Partial<StartOptions>, sentence: RegExp) => {
    const sdo = new Sdo({ dataDir, ...options })
    expect(await sdo.ended).toBe(1)
    await sdo.closed
    const said = sdo.output
      .trim()
      .split('\n')
      .filter((line) => !/ … (done|failed)/.test(line))
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(sentence)
  }

  test('when its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await refuses(
      { port },
      new RegExp(`^Port ${port} is in use: stop what listens there, or choose another with PORT\\.$`),
    )
    other.close()
  })

  test('when the data folder cannot be written', async () => {
    writeFileSync(join(dataDir, 'file'), '')
    await refuses(
      { dataDir: join(dataDir, 'file', 'data') },
      /^The data folder .* cannot be written \(ENOTDIR\): make it writable/,
    )
  })

  test('when another SDO runs on the data folder', async () => {
    const first = start({ flags: ['--empty'] })
    await first.ready()
    await refuses({}, /^SDO runs on the data folder .* already \(process \d+\): stop it first/)
    expect(await statusOf(`${await first.ready()}/health`)).toBe(200)
  })

  test('when the database files are damaged', async () => {
    const first = start({ flags: ['--empty'] })
    await first.ready()
    await first.interrupt()
    writeFileSync(join(dataDir, 'postgres', 'global', 'pg_control'), 'damaged')
    await refuses(
      {},
      /^The database in .* does not start: .* Restore it, or choose another data folder with SDO_DATA_DIR\.$/,
    )
  })

  test('when the keys of what is in the data folder are gone', async () => {
    writeFileSync(join(dataDir, 'simulated-aws.json'), '{}')
    await refuses(
      {},
      /keys\.json is missing, but .*simulated-aws\.json is there: .* Restore it from a backup/,
    )
  })

  test('when the state of the simulated cloud is damaged, and the database is stopped again', async () => {
    const first = start({ flags: ['--empty'] })
    await first.ready()
    await first.interrupt()
    writeFileSync(join(dataDir, 'simulated-aws.json'), '{')
    await refuses({}, /^The state of the simulated AWS accounts in .* can ?not be read\. Move the file away/)
    expect(listStartedProcesses(-1, dataDir)).toEqual([])
  })

  test('when DATABASE_URL does not answer', async () => {
    await refuses(
      { environment: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' } },
      /^The database that DATABASE_URL names does not answer: .*\.$/,
    )
  })

  test('when an option is wrong', async () => {
    await refuses(
      { flags: ['--port', 'many'] },
      /^PORT \(or --port\) must be a whole number from 0 to 65535\.$/,
    )
  })

  test('when Node is too old', async () => {
    // Another version number on the same Node: an old one is not at hand everywhere.
    const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'18.20.4'})`
    await refuses(
      { nodeFlags: ['--import', pretend] },
      /^SDO needs Node\.js 20\.19 or later and this is 18\.20\.4: install/,
    )
  })
})
