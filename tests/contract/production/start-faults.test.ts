import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../builders/eventually'
import { startBreakableProxy } from '../../builders/breakable-proxy'
import { findFreePorts } from '../../kube/daemon'
import { createEmptyDatabase } from '../../postgres/empty-database'
import { useTestDatabase } from '../../postgres/test-database'
import { buildProgram, startProgram, type BuiltProgram, type RunningProgram } from './program'
import { surroundingsOfController, surroundingsOfPortal } from './surroundings'

const database = useTestDatabase()
let portal: BuiltProgram
let controller: BuiltProgram
let migration: BuiltProgram
beforeAll(async () => {
  portal = await buildProgram('app/main.ts', { 'app/index': 'tests/contract/production/app-routes.ts' })
  controller = await buildProgram('controller/main.ts')
  migration = await buildProgram('db/migrate.ts')
})
afterAll(() => [portal, controller, migration].forEach((program) => program.remove()))

const withPassword = (password: string) => {
  const url = new URL(database.url)
  url.password = password
  return url.href
}

const environmentOfPortal = async (changes: Record<string, string> = {}) =>
  (await surroundingsOfPortal(database.url, changes)).environment

const environmentOfController = async (changes: Record<string, string> = {}) =>
  (
    await surroundingsOfController(
      database.url,
      join(import.meta.dirname, 'unreachable-cluster.yaml'),
      changes,
    )
  ).environment

interface FatalLine {
  level: number
  msg: string
  problem?: string
  faults?: string[]
  remedy: string
}

/** The one line by which a program says why it cannot start. */
async function fatalLineOf(program: RunningProgram): Promise<FatalLine> {
  expect(await program.exitCode).toBe(1)
  expect(program.output()).not.toMatch(/^\s+at /m)
  const lines = program.output().split('\n')
  const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as FatalLine)
  const fatal = logged.filter(({ level }) => level === 60)
  expect(fatal).toHaveLength(1)
  return fatal[0] as FatalLine
}

async function takePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return String((server.address() as AddressInfo).port)
}

describe.each([
  ['portal', () => portal, environmentOfPortal, 'PORT'],
  ['controller', () => controller, environmentOfController, 'HEALTH_PORT'],
] as const)(
  'a %s that cannot start says why and what to do in one line:',
  (name, program, environmentOf, portName) => {
    const start = async (changes: Record<string, string>) =>
      fatalLineOf(startProgram(program(), await environmentOf(changes)))

    it('the password is wrong', async () => {
      const line = await start({ DATABASE_URL: withPassword('wrong-password') })
      expect(line).toMatchObject({
        msg: `The ${name} cannot start.`,
        problem: 'Postgres refuses the user and password of DATABASE_URL.',
        remedy: 'Correct them there, or in the file that DATABASE_URL_FILE names.',
      })
      expect(JSON.stringify(line)).not.toContain('wrong-password')
    })

    it('the database is not there', async () => {
      const url = new URL(database.url)
      url.pathname = '/nowhere'
      expect(await start({ DATABASE_URL: url.href })).toMatchObject({
        problem: 'The database that DATABASE_URL names does not exist.',
        remedy: 'Create it, then run: node build/migrate.js',
      })
    })

    it('the database has no schema', async () => {
      expect(await start({ DATABASE_URL: await createEmptyDatabase(database) })).toMatchObject({
        problem: 'The database has no schema.',
        remedy: 'Run: node build/migrate.js',
      })
    })

    it('the port is taken', async () => {
      expect(await start({ [portName]: await takePort() })).toMatchObject({
        problem: 'Another program listens on the port already.',
        remedy: 'Stop it, or choose another port.',
      })
    })

    it('a file with a secret cannot be read', async () => {
      const path = join(tmpdir(), 'there-is-no-such-file')
      const environment = Object.entries(await environmentOf()).filter(
        ([variable]) => variable !== 'DATABASE_URL',
      )
      const line = await fatalLineOf(
        startProgram(program(), { ...Object.fromEntries(environment), DATABASE_URL_FILE: path }),
      )
      expect(line.faults).toEqual([
        `DATABASE_URL: the file ${path} that DATABASE_URL_FILE names cannot be read (ENOENT)`,
      ])
      expect(line.remedy).toContain('docs/operations.md')
    })
  },
)

describe('a portal whose database is away', () => {
  it('waits and says so, answers that it is not well meanwhile, and serves once the database is there', async () => {
    const target = new URL(database.url)
    const proxy = await startBreakableProxy({ host: target.hostname, port: Number(target.port) })
    target.port = String(proxy.port)
    onTestFinished(() => proxy.close())
    proxy.break()
    const environment = await environmentOfPortal({ DATABASE_URL: target.href })
    const running = startProgram(portal, environment)
    const health = () =>
      fetch(`http://127.0.0.1:${environment.PORT}/health`).then(
        ({ status }) => status,
        () => undefined,
      )
    await eventually('it says that it is not well', async () => (await health()) === 503, 20_000)
    await eventually('it says that it waits', () =>
      running.output().includes('Postgres is away: waiting for it'),
    )
    proxy.restore()
    await eventually('it serves', async () => (await health()) === 200, 30_000)
    running.end('SIGTERM')
    expect(await running.exitCode).toBe(0)
  })

  it('ends in order while it waits', async () => {
    const [port] = await findFreePorts(1)
    const environment = await environmentOfPortal({ DATABASE_URL: `postgres://sdo@127.0.0.1:${port}/sdo` })
    const running = startProgram(portal, environment)
    await eventually('it waits', () => running.output().includes('Postgres is away'), 20_000)
    running.end('SIGTERM')
    expect(await running.exitCode).toBe(0)
  })
})

describe('the migration', () => {
  it('needs no checkout: it makes the schema, and after that has nothing to do', async () => {
    const url = await createEmptyDatabase(database)
    const run = () => startProgram(migration, { DATABASE_URL: url })
    const first = run()
    expect(await first.exitCode).toBe(0)
    expect(first.output()).toContain('The schema was changed.')
    const again = run()
    expect(await again.exitCode).toBe(0)
    expect(again.output()).toContain('The schema is up to date.')
    const environment = await environmentOfPortal({ DATABASE_URL: url })
    startProgram(portal, environment)
    await eventually(
      'the portal is well on it',
      async () =>
        (await fetch(`http://127.0.0.1:${environment.PORT}/health`).catch(() => undefined))?.status === 200,
      20_000,
    )
  })

  it('says what is wrong and what to do in one line', async () => {
    expect((await fatalLineOf(startProgram(migration, {}))).faults).toEqual([
      'DATABASE_URL: must be a postgres:// address, or DATABASE_URL_FILE a file with it',
    ])
    const url = new URL(database.url)
    url.pathname = '/nowhere'
    const line = await fatalLineOf(startProgram(migration, { DATABASE_URL: url.href }))
    expect(line.problem).toBe('The database that DATABASE_URL names does not exist.')
  })
})
