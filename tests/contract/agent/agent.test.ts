import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAgentClient } from '../../../controller/agents/agent-client'
import { AgentUnreachableError } from '../../../controller/agents/agents'
import type { AgentProcess } from '../../../core/agent/protocol'
import { buildDesiredProcess } from '../../builders/desired-process'
import { eventually } from '../../builders/eventually'
import { startAgentProcess, type AgentProcessUnderTest } from './agent-process'
import { buildAgent, type BuiltAgent } from './built-agent'

interface Facts {
  version: string
  processId: string
  pid: number
  injected: Record<string, string>
}

let built: BuiltAgent
let agent: AgentProcessUnderTest

beforeAll(async () => {
  built = await buildAgent()
})
afterAll(() => built.remove())
beforeEach(async () => {
  agent = await startAgentProcess(built.agentPath)
})
afterEach(() => agent.end('SIGKILL'))

const isHealthy = (process: AgentProcess) => process.state === 'healthy'

function addressOf(process: AgentProcess, port = 8080): string {
  const hostPort = process.ports.find((mapping) => mapping.port === port)?.hostPort
  if (hostPort === undefined) throw new Error(`Port ${port} is not exposed`)
  return `http://127.0.0.1:${hostPort}`
}

const factsOf = async (process: AgentProcess, port?: number) =>
  (await (await fetch(addressOf(process, port))).json()) as Facts

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('authentication', () => {
  it('refuses a caller with another key', async () => {
    const stranger = createAgentClient({ masterKeys: [randomBytes(32)] })
    await expect(stranger.status(agent.address)).rejects.toBeInstanceOf(AgentUnreachableError)
    await expect(agent.status()).resolves.toMatchObject({ instance: agent.address.instance, processes: [] })
  })

  it('refuses a caller with another key also after the right one has been here', async () => {
    await agent.status()
    const stranger = createAgentClient({ masterKeys: [randomBytes(32)] })
    await expect(stranger.apply(agent.address, { processes: [] })).rejects.toBeInstanceOf(
      AgentUnreachableError,
    )
  })

  it('refuses a caller who looks for another instance', async () => {
    const client = createAgentClient({ masterKeys: [agent.masterKey] })
    const elsewhere = { ...agent.address, instance: 'another' }
    await expect(client.status(elsewhere)).rejects.toBeInstanceOf(AgentUnreachableError)
  })

  it('says nothing to a caller without a key', async () => {
    const { host, port } = agent.address
    await expect(fetch(`https://${host}:${port}/v1/status`)).rejects.toThrow()
    await expect(fetch(`http://${host}:${port}/v1/status`)).rejects.toThrow()
  })
})

describe('a process of the sample application', () => {
  it('becomes healthy and tells its version, its process and what was injected', async () => {
    await agent.apply(buildDesiredProcess({ tag: '2', ports: [8080, 9090] }))
    const process = await agent.processWhen('process-1', isHealthy)
    expect(process).toMatchObject({ restarts: 0, startedEpoch: expect.any(Number) })
    for (const port of [8080, 9090]) {
      const facts = await factsOf(process, port)
      expect(facts).toMatchObject({ version: '2', processId: 'process-1' })
      expect(facts.injected).toMatchObject({
        SDO_PROCESS_ID: 'process-1',
        SDO_APPLICATION_NAME: 'Shop',
        SDO_VERSION_NAME: 'First',
        SDO_ENVIRONMENT_NAME: 'Production',
        SDO_STOP_URL: '(hidden)',
      })
    }
    expect(process.ports.every(({ hostPort }) => hostPort >= 49_555)).toBe(true)
  })

  it('is started once, however often it is asked for', async () => {
    await Promise.all([agent.apply(buildDesiredProcess()), agent.apply(buildDesiredProcess())])
    const first = await agent.processWhen(
      'process-1',
      (process) => isHealthy(process) && process.isPollingStop === true,
    )
    const { pid } = await factsOf(first)
    const { processes } = await agent.apply(buildDesiredProcess({ tag: '2' }))
    expect(processes).toEqual([first])
    expect(await factsOf(first)).toMatchObject({ pid, version: '1' })
  })

  it('shows people a page', async () => {
    await agent.apply(buildDesiredProcess({ applicationName: 'Fish & Chips' }))
    const process = await agent.processWhen('process-1', isHealthy)
    const page = await fetch(addressOf(process), { headers: { Accept: 'text/html' } })
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('<h1>Fish_&amp;_Chips, version 1</h1>')
  })

  it('is never healthy with the tag broken, and says why', async () => {
    await agent.apply(buildDesiredProcess({ tag: 'broken' }))
    const process = await agent.processWhen('process-1', ({ message }) => message?.includes('500') ?? false)
    expect(process).toMatchObject({ state: 'starting', message: 'GET /health on port 8080 answered 500.' })
    expect(process.healthyEpoch).toBeUndefined()
  })

  it('is healthy only after a while with the tag slow', async () => {
    await agent.apply(buildDesiredProcess({ tag: 'slow', environment: { SDO_SAMPLE_DELAY_MS: '1500' } }))
    await agent.processWhen('process-1', ({ message }) => message?.includes('503') ?? false)
    const process = await agent.processWhen('process-1', isHealthy)
    expect((process.healthyEpoch ?? 0) - (process.startedEpoch ?? 0)).toBeGreaterThanOrEqual(1400)
  })

  it('is started again after it crashed, with growing delays', async () => {
    await agent.apply(buildDesiredProcess({ tag: 'crash', environment: { SDO_SAMPLE_DELAY_MS: '500' } }))
    const before = await agent.processWhen('process-1', isHealthy)
    const first = await agent.processWhen('process-1', ({ state }) => state === 'restarting')
    expect(first.message).toBe('It exited with code 1. It is started again in 1 s.')
    const after = await agent.processWhen(
      'process-1',
      (process) => isHealthy(process) && process.restarts === 1,
    )
    expect(after.ports).toEqual(before.ports)
    const second = await agent.processWhen('process-1', ({ restarts }) => restarts === 2)
    expect(second.message).toBe('It exited with code 1. It is started again in 2 s.')
  })

  it.each([
    ['sdo/nothing', '1'],
    ['sdo/sample', 'nonsense'],
  ])('is not pulled when there is no image %s:%s', async (image, tag) => {
    await agent.apply(buildDesiredProcess({ image, tag }))
    const { state, message } = await agent.processWhen(
      'process-1',
      (process) => process.message !== undefined,
    )
    expect(state).toBe('pulling')
    expect(message).toMatch(`The image ${image}:${tag} could not be pulled: `)
    await expect(agent.apply()).resolves.toBeDefined()
    await eventually('it to be gone', async () => (await agent.status()).processes.length === 0)
  })
})

describe('stopping', () => {
  it('lets a process that polls its stop endpoint finish its open requests', async () => {
    await agent.apply(buildDesiredProcess())
    const healthy = await agent.processWhen('process-1', isHealthy)
    const { pid } = await factsOf(healthy)
    const slow = fetch(`${addressOf(healthy)}/slow?ms=7000`)
    const { processes } = await agent.apply()
    expect(processes).toMatchObject([{ id: 'process-1', state: 'stopping' }])
    await eventually(
      'the program to take no more requests',
      () =>
        fetch(addressOf(healthy)).then(
          () => false,
          () => true,
        ),
      10_000,
    )
    expect(isAlive(pid)).toBe(true)
    expect((await slow).status).toBe(200)
    await eventually('the process to be gone', async () => (await agent.status()).processes.length === 0)
    expect(isAlive(pid)).toBe(false)
  })

  it('ends every process before the agent itself ends', async () => {
    await agent.apply(buildDesiredProcess())
    const { pid } = await factsOf(await agent.processWhen('process-1', isHealthy))
    expect(await agent.end('SIGTERM')).toBe(0)
    expect(isAlive(pid)).toBe(false)
  })

  it('leaves no process behind when the agent is killed', async () => {
    await agent.apply(buildDesiredProcess())
    const { pid } = await factsOf(await agent.processWhen('process-1', isHealthy))
    await agent.end('SIGKILL')
    await eventually('the child to end', () => !isAlive(pid))
  })
})

describe('the agent', () => {
  it('says in one sentence why it cannot start, and exits with code 1', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [built.agentPath, '--bootstrap', '/nowhere/bootstrap.json'],
      { encoding: 'utf8' },
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^The bootstrap file \/nowhere\/bootstrap\.json cannot be read: .*\.\n$/)
  })

  it('is unreachable for the client when it has ended', async () => {
    await agent.end('SIGKILL')
    await expect(agent.status()).rejects.toBeInstanceOf(AgentUnreachableError)
  })
})
