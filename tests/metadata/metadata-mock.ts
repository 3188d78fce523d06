import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildGoProgram } from '../go/build-program'
import { findFreePorts, startDaemon } from '../kube/daemon'
import { testCache } from '../run/test-cache'

const module = import.meta.dirname
const name = 'ec2-metadata-mock'
const source = 'github.com/aws/amazon-ec2-metadata-mock/cmd/ec2-metadata-mock'

function programFolder(): string {
  const sum = createHash('sha256')
    .update(readFileSync(join(module, 'go.sum')))
    .digest('hex')
  return join(testCache(), `metadata-${sum.slice(0, 12)}`)
}

/** Why there can be no metadata service here, or undefined if there can be one. */
export function missingForMetadata(): string | undefined {
  if (existsSync(join(programFolder(), name)) || spawnSync('go', ['version']).status === 0) return undefined
  return 'Building a metadata service for tests needs Go (https://go.dev/dl).'
}

/** AWS's own stand-in for the metadata service of instances. The first build takes half a minute. @returns the program */
export async function buildMetadataMock(say: (message: string) => void = () => undefined): Promise<string> {
  const folder = programFolder()
  const program = join(folder, name)
  if (existsSync(program)) return program
  mkdirSync(dirname(folder), { recursive: true })
  // Beside its final place, so that it appears there whole or not at all, whoever else builds it.
  const unfinished = mkdtempSync(`${folder}-unfinished-`)
  try {
    await buildGoProgram({ module, name, source }, unfinished, say)
    if (!existsSync(folder)) renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return program
}

export interface MetadataMock {
  /** On loopback, without a trailing slash. */
  endpoint: string
  port: number
  stop(): Promise<void>
}

/**
 * The metadata service of one instance, which answers nobody without a token (IMDSv2). It says from the start that AWS takes the instance back in
 * two minutes, and recommends to move.
 */
export async function startMetadataMock(userData = ''): Promise<MetadataMock> {
  const program = await buildMetadataMock()
  const folder = mkdtempSync(join(tmpdir(), 'sdo-metadata-'))
  const [port = 0] = await findFreePorts(1)
  const endpoint = `http://127.0.0.1:${port}`
  const configuration = { userdata: { values: { userdata: Buffer.from(userData).toString('base64') } } }
  writeFileSync(join(folder, 'config.json'), JSON.stringify(configuration), { mode: 0o600 })
  const daemon = await startDaemon(
    program,
    [
      ...['--hostname', '127.0.0.1', '--port', String(port), '--imdsv2'],
      ...['--config-file', join(folder, 'config.json')],
    ],
    {
      logFile: join(folder, 'log'),
      isReady: () => fetch(`${endpoint}/latest/meta-data/`).then(({ status }) => status === 401),
    },
  )
  return {
    endpoint,
    port,
    async stop() {
      await daemon.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
