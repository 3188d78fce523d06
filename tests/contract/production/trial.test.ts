import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../builders/eventually'
import { createDataDir, removeDataDir } from '../../builders/start-sdo'
import { enterAccount } from '../../moto/install-stack'
import { motoPython } from '../../moto/moto-python'
import { startMotoServer, type MotoServer } from '../../moto/moto-server'
import { recordSecret } from '../../secrets/collect'
import { buildProgram, startProgram, type BuiltProgram } from './program'

const isSkipped = motoPython.missing() !== undefined && process.env.SDO_REQUIRE_ALL_SUITES !== '1'
const accountNumber = '123456781234'

describe.skipIf(isSkipped)('the trial as a program, with moto in place of AWS', () => {
  let program: BuiltProgram
  let moto: MotoServer
  beforeAll(async () => {
    program = await buildProgram('standalone/trial/main.ts')
    for (const name of ['present', 'next']) {
      const folder = join(program.folder, 'build/trial-agents', name)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'agent-linux-arm64.tar.gz'), `the ${name} agent`)
    }
    moto = await startMotoServer()
  })
  afterAll(async () => {
    program?.remove()
    await moto?.stop()
  })

  async function start(dataDir: string, ...flags: string[]) {
    const { accessKeyId, secretAccessKey, sessionToken } = await enterAccount(moto.endpoint, accountNumber)
    recordSecret('secret key of AWS', secretAccessKey)
    const file = join(dataDir, 'credentials')
    writeFileSync(
      file,
      `[sandbox]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\naws_session_token = ${sessionToken}\n`,
      { mode: 0o600 },
    )
    const environment = {
      AWS_SHARED_CREDENTIALS_FILE: file,
      AWS_CONFIG_FILE: join(dataDir, 'none'),
      AWS_ENDPOINT_URL: moto.endpoint,
      PATH: process.env.PATH ?? '',
    }
    const told = [...flags, '--profile', 'sandbox', '--address', '203.0.113.7', '--data-dir', dataDir]
    return startProgram(program, environment, told)
  }

  function makeDataDir(): string {
    const dataDir = createDataDir()
    onTestFinished(() => removeDataDir(dataDir))
    return dataDir
  }

  it('tells what it will make, and makes nothing for who does not agree', async () => {
    const { output, exitCode } = await start(makeDataDir())
    expect(await exitCode).toBe(0)
    expect(output()).toContain(`The trial works in the account ${accountNumber}`)
    expect(output()).toMatch(/AWS charges at most 1\.\d\d USD/)
    expect(output()).not.toContain('Step agents')
  })

  it('removes nothing from an account in which it did not begin', async () => {
    const { output, exitCode } = await start(makeDataDir(), 'teardown')
    expect(await exitCode).toBe(1)
    expect(output()).toContain('No trial began in')
  })

  it('removes everything at Ctrl-C, writes its report, and can be torn down again', async () => {
    const dataDir = makeDataDir()
    const trial = await start(dataDir, '--yes')
    await eventually('it applies the roles', () => trial.output().includes('Step roles'), 60_000)
    trial.end('SIGINT')
    expect(await trial.exitCode).toBe(1)
    expect(trial.output()).toContain('roles: stopped')
    expect(JSON.parse(readFileSync(join(dataDir, 'report.json'), 'utf8'))).toMatchObject({
      isGood: false,
      left: [],
    })
    const teardown = await start(dataDir, 'teardown')
    expect(await teardown.exitCode).toBe(0)
    expect(teardown.output()).toContain('Nothing is left.')
  })
})
