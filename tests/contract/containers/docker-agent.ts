import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createAgentClient } from '../../../controller/agents/agent-client'
import type { AgentAddress } from '../../../controller/agents/agents'
import { instanceKey } from '../../../core/agent/pre-shared-key'
import type { AgentBootstrap, AgentProcess, AgentStatus, DesiredProcess } from '../../../core/agent/protocol'
import { eventually } from '../../builders/eventually'

/** The agent of one instance as systemd keeps it: whenever it ends, the next one takes its bootstrap and its state. */
export class DockerAgent {
  readonly instance = `instance-${randomBytes(4).toString('hex')}`
  readonly #masterKey = randomBytes(32)
  readonly #folder = mkdtempSync(join(tmpdir(), 'sdo-docker-agent-'))
  readonly #client = createAgentClient({ masterKeys: [this.#masterKey], timeoutMs: 20_000 })
  #child: ChildProcess | undefined
  #address: AgentAddress | undefined

  constructor(
    agentPath: string,
    docker: AgentBootstrap['docker'],
    private readonly command = (bootstrap: string) => [process.execPath, agentPath, '--bootstrap', bootstrap],
    endpoints: Pick<AgentBootstrap, 'metadataEndpoint' | 'secretsEndpoint'> = {},
  ) {
    const bootstrap: AgentBootstrap = {
      instance: this.instance,
      key: instanceKey(this.#masterKey, this.instance).toString('base64'),
      listenHost: '127.0.0.1',
      listenPort: 0,
      runtime: 'docker',
      docker: { prefersLocalImages: true, leavesFirewall: true, ...docker },
      ...endpoints,
    }
    writeFileSync(join(this.#folder, 'bootstrap.json'), JSON.stringify(bootstrap), { mode: 0o600 })
  }

  /** Resolves once it listens. */
  async start(): Promise<void> {
    const child = this.spawn()
    const line = once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line') as Promise<
      [string]
    >
    const outcome = await Promise.race([line, once(child, 'exit') as Promise<[number | null]>])
    if (typeof outcome[0] !== 'string') throw new Error(`The agent exited with ${outcome[0]}`)
    const { listening } = JSON.parse(outcome[0]) as { listening: { host: string; port: number } }
    this.#address = { ...listening, instance: this.instance }
  }

  /** Starts it and waits for nothing. */
  spawn(): ChildProcess {
    const [program = '', ...parameters] = this.command(join(this.#folder, 'bootstrap.json'))
    this.#child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'ignore'] })
    return this.#child
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return null
    const exited = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    return (await exited)[0]
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  apply = (...processes: DesiredProcess[]): Promise<AgentStatus> =>
    this.#client.apply(this.#reached, { processes })
  status = (): Promise<AgentStatus> => this.#client.status(this.#reached)

  processWhen(
    id: string,
    holds: (process: AgentProcess) => boolean,
    withinMs = 30_000,
  ): Promise<AgentProcess> {
    return eventually(
      `process ${id} to be as expected`,
      async () => (await this.status()).processes.find((one) => one.id === id && holds(one)),
      withinMs,
    )
  }

  /** Everything that it keeps, as text. */
  files(): string {
    return readdirSync(this.#folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n')
  }

  get #reached(): AgentAddress {
    if (!this.#address) throw new Error('The agent was not started')
    return this.#address
  }
}
