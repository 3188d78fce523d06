import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePorts, startDaemon } from '../kube/daemon'
import { motoPython } from './moto-python'

/** Moto's own: the account of credentials that it did not give out. */
export const platformAccountNumber = '123456789012'

export interface MotoServer {
  /** Where it answers as AWS would. */
  endpoint: string
  stop(): Promise<void>
}

/** A stand-in for AWS on loopback, empty at first. */
export async function startMotoServer(): Promise<MotoServer> {
  const python = await motoPython.ensure()
  const folder = mkdtempSync(join(tmpdir(), 'sdo-moto-'))
  const [port] = await findFreePorts(1)
  const endpoint = `http://127.0.0.1:${port}`
  const daemon = await startDaemon(python, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {
    logFile: join(folder, 'moto.log'),
    isReady: async () => (await fetch(`${endpoint}/moto-api/`)).ok,
  })
  return {
    endpoint,
    async stop() {
      await daemon.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
