import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../builders/eventually'
import { findFreePorts } from '../kube/daemon'
import { registryProgram } from './registry-program'
import { startTokenServer, tokenIssuer, tokenService } from './token-server'

export type RegistryServer = Awaited<ReturnType<typeof startRegistry>>

/** A registry on the loopback, over plain HTTP as Docker allows it there, that lets in whom `passwords` knows; see `startTokenServer`. */
export async function startRegistry(passwords = new Map<string, string>()) {
  const program = await registryProgram.ensure()
  const folder = mkdtempSync(join(tmpdir(), 'sdo-registry-'))
  const tokens = await startTokenServer(passwords)
  const [port = 0] = await findFreePorts(1)
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(tokens.keys))
  const auth = { realm: tokens.realm, issuer: tokenIssuer, service: tokenService }
  // YAML takes JSON.
  writeFileSync(
    join(folder, 'config.yml'),
    JSON.stringify({
      version: 0.1,
      log: { level: 'error' },
      storage: { filesystem: { rootdirectory: join(folder, 'data') }, delete: { enabled: true } },
      http: { addr: `127.0.0.1:${port}` },
      auth: { token: { ...auth, jwks: join(folder, 'keys.json'), signingalgorithms: ['ES256'] } },
    }),
  )
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const started = spawn(program, ['serve', join(folder, 'config.yml')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, OTEL_TRACES_EXPORTER: 'none' },
    })
    child = started
    let said = ''
    started.stderr.on('data', (lines: Buffer) => (said = `${said}${lines.toString()}`.slice(-3000)))
    await eventually('the registry to answer', async () => {
      if (started.exitCode !== null) throw new Error(`The registry did not start:\n${said}`)
      return fetch(`http://127.0.0.1:${port}/v2/`).then(
        () => true,
        () => false,
      )
    })
  }

  async function halt(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  await start()
  return {
    port,
    host: `127.0.0.1:${port}`,
    tokens,
    start,
    halt,
    /** Changes what it keeps under a digest behind its back. */
    damage(digest: string, change: (content: Buffer) => Buffer): void {
      const hex = digest.replace('sha256:', '')
      const path = join(folder, `data/docker/registry/v2/blobs/sha256/${hex.slice(0, 2)}/${hex}/data`)
      writeFileSync(path, change(readFileSync(path)))
    },
    async stop(): Promise<void> {
      await halt()
      await tokens.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
