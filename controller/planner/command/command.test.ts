import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'plan-'))

/** Runs the command on a file with the given text. */
async function plan(text: string, ...options: string[]) {
  const file = join(folder, 'workload.json')
  writeFileSync(file, text)
  const command = fileURLToPath(new URL('../run.mjs', import.meta.url))
  return run(process.execPath, [command, file, ...options]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}

const workload = {
  spotStrategy: 'ALL',
  applications: [{ name: 'web', cpu: 0.5, memoryMb: 300, count: 2 }],
  offerings: [
    {
      instanceType: 'm7g.large',
      zone: 'a',
      market: 'spot',
      pricePerHour: 0.03,
      vcpu: 2,
      memoryMib: 8192,
      penalty: 0,
    },
  ],
  overhead: { cpu: 0.1, memoryMb: 350 },
}
const huge = { name: 'huge', cpu: 64, memoryMb: 300, count: 1 }

describe('npm run plan', () => {
  it('prints the plan as JSON', async () => {
    const { code, stdout } = await plan(JSON.stringify(workload))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      instances: [{ instanceType: 'm7g.large', zone: 'a', market: 'spot', processes: { web: 2 } }],
      costPerHour: 0.03,
      lowerBoundPerHour: 0.03,
      provenOptimal: true,
    })
  }, 30_000)

  it('ends with 2 where something could not be placed, and says so in the table', async () => {
    const { code, stdout } = await plan(JSON.stringify({ ...workload, applications: [huge] }), '--table')
    expect(code).toBe(2)
    expect(stdout).toContain('Not placed: 1 × huge. No instance is large enough for 64 CPU and 300 MB.')
  }, 30_000)

  it.each(['{', JSON.stringify({ ...workload, overhead: undefined })])(
    'refuses %s with a message, no plan and no stack trace',
    async (text) => {
      const { code, stdout, stderr } = await plan(text)
      expect(code).toBe(1)
      expect(stdout).toBe('')
      expect(stderr).toMatch(/is not JSON|overhead/)
      expect(stderr).not.toContain('    at ')
    },
    30_000,
  )
})
