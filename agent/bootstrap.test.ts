import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BootstrapError, readBootstrap } from './bootstrap'

const folder = mkdtempSync(join(tmpdir(), 'sdo-bootstrap-'))
afterAll(() => rmSync(folder, { recursive: true }))

const valid = {
  instance: 'instance-1',
  key: randomBytes(32).toString('base64'),
  listenHost: '127.0.0.1',
  listenPort: 0,
  runtime: 'process',
}

function read(content: unknown) {
  const file = join(folder, 'bootstrap.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readBootstrap(['--bootstrap', file])
}

function faultsOf(run: () => unknown): string[] {
  try {
    run()
  } catch (error) {
    if (error instanceof BootstrapError) return error.faults
    throw error
  }
  return []
}

describe('the bootstrap file', () => {
  it('is read as it is when it is right', () => {
    expect(read(valid)).toEqual({
      ...valid,
      file: join(folder, 'bootstrap.json'),
      keyFile: join(folder, 'bootstrap.json.key'),
      stateFile: join(folder, 'state.json'),
      releaseFolder: undefined,
      isCheck: false,
    })
  })

  it('is told all its faults at once', () => {
    const faults = faultsOf(() => read({ ...valid, instance: '', key: 'short', listenPort: 70_000 }))
    expect(faults).toHaveLength(3)
    expect(faults.join('\n')).toMatch(/instance: .*\n.*key: must be 32 bytes in base64\.\n.*listenPort: /)
  })

  it('takes Docker, and asks for a runtime that this agent has', () => {
    expect(read({ ...valid, runtime: 'docker' })).toMatchObject({ runtime: 'docker' })
    expect(faultsOf(() => read({ ...valid, runtime: 'podman' }))).toEqual([
      expect.stringMatching(/runtime: .*"process"\|"docker"\.$/),
    ])
  })

  it('is not quoted when it is not JSON, for it holds the key', () => {
    const [fault] = faultsOf(() => read(`{"key": "${valid.key}"`))
    expect(fault).toMatch(/It is not JSON\.$/)
    expect(fault).not.toContain(valid.key)
  })

  it.each([[[]], [['--bootstrap', join(folder, 'nowhere.json')]], [['--wrong']]])(
    'is asked for when the command line is %j',
    (commandLine) => {
      expect(faultsOf(() => readBootstrap(commandLine))).toHaveLength(1)
    },
  )
})
