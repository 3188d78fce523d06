import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createAgentClient } from '../../../controller/agents/agent-client'
import type { AgentAddress } from '../../../controller/agents/agents'
import { instanceKey } from '../../../core/agent/pre-shared-key'
import type { AgentBootstrap, AgentProcess, AgentStatus, DesiredProcess } from '../../../core/agent/protocol'
import { eventually } from '../../builders/eventually'

export interface AgentProcessUnderTest {
  address: AgentAddress
  masterKey: Buffer
  apply(...processes: DesiredProcess[]): Promise<AgentStatus>
  status(): Promise<AgentStatus>
  /** The process once `holds`. */
  processWhen(id: string, holds: (process: AgentProcess) => boolean, withinMs?: number): Promise<AgentProcess>
  /** Ends the agent; resolves with its exit code, or null after a signal. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts the built agent as its own process, as an instance's boot does. */
export async function startAgentProcess(
  agentPath: string,
  endpoints: Pick<
    AgentBootstrap,
    'metadataEndpoint' | 'stsEndpoint' | 'logsEndpoint' | 'secretsEndpoint'
  > = {},
): Promise<AgentProcessUnderTest> {
  const masterKey = randomBytes(32)
  const instance = `instance-${randomBytes(4).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'sdo-agent-'))
  const bootstrapPath = join(folder, 'bootstrap.json')
  const key = instanceKey(masterKey, instance).toString('base64')
  writeFileSync(
    bootstrapPath,
    JSON.stringify({
      instance,
      key,
      listenHost: '127.0.0.1',
      listenPort: 0,
      runtime: 'process',
      ...endpoints,
    }),
    { mode: 0o600 },
  )
  const child = spawn(process.execPath, [agentPath, '--bootstrap', bootstrapPath], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const firstLine = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>
  const outcome = await Promise.race([firstLine, exited])
  rmSync(folder, { recursive: true })
  if (typeof outcome[0] !== 'string') throw new Error(`The agent exited with code ${outcome[0]}`)

  const { listening } = JSON.parse(outcome[0]) as { listening: { host: string; port: number } }
  const address = { ...listening, instance }
  const client = createAgentClient({ masterKeys: [masterKey] })
  return {
    address,
    masterKey,
    apply: (...processes) => client.apply(address, { processes }),
    status: () => client.status(address),
    processWhen: (id, holds, withinMs) =>
      eventually(
        `process ${id} to be as expected`,
        async () => {
          const { processes } = await client.status(address)
          return processes.find((candidate) => candidate.id === id && holds(candidate))
        },
        withinMs,
      ),
    async end(signal) {
      child.kill(signal)
      const [code] = await exited
      return code
    },
  }
}
