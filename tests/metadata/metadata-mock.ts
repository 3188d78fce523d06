import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cachedGoProgram } from '../go/cached-program'
import { findFreePorts, startDaemon } from '../kube/daemon'

/** AWS's own stand-in for the metadata service of instances. The first build takes half a minute. */
export const metadataProgram = cachedGoProgram(
  {
    module: import.meta.dirname,
    name: 'ec2-metadata-mock',
    source: 'github.com/aws/amazon-ec2-metadata-mock/cmd/ec2-metadata-mock',
  },
  'metadata',
)

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
  const program = await metadataProgram.ensure()
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
