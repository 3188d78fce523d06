import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAgent, type Agent } from '../../../agent/agent'
import { openControlKey } from '../../../agent/control-key'
import { keepNothing } from '../../../agent/state/agent-state'
import { createAgentClient } from '../../../controller/agents/agent-client'
import { AgentUnreachableError, type AgentAddress } from '../../../controller/agents/agents'
import { readOptions } from '../../../controller/options'
import { instanceKey } from '../../../core/agent/pre-shared-key'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { FakeContainerRuntime } from '../../builders/fake-container-runtime'
import { FakeLogStreams } from '../../builders/fake-log-streams'
import { FakeProcessSecrets } from '../../builders/fake-process-secrets'
import { FakeRoleCredentials } from '../../builders/fake-role-credentials'

const instance = 'instance-1'
const [leaked, present] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]

let folder: string
let agent: Agent
let address: AgentAddress

/** As an instance does it that was launched while the leaked key was the only one. */
async function startAgent(): Promise<void> {
  const key = instanceKey(Buffer.from(leaked, 'base64'), instance)
  agent = createAgent({
    bootstrap: {
      instance,
      key: key.toString('base64'),
      listenHost: '127.0.0.1',
      listenPort: 0,
      runtime: 'process',
    },
    runtime: new FakeContainerRuntime(() => systemClock.now()),
    roleCredentials: new FakeRoleCredentials(systemClock),
    secrets: new FakeProcessSecrets(),
    logStreams: new FakeLogStreams(),
    state: keepNothing,
    controlKey: openControlKey(join(folder, 'bootstrap.json.key'), key),
    clock: systemClock,
    log: silentLogger,
  })
  address = { ...(await agent.start()), instance }
}

/** The controller with this MASTER_KEY, newly started. */
function controllerWith(MASTER_KEY: string) {
  const { MASTER_KEY: masterKeys } = readOptions({
    DATABASE_URL: 'postgres://sdo@database/sdo?sslmode=verify-full',
    PLATFORM_ACCOUNT_NUMBER: '999999999999',
    CONTROL_CIDRS: '203.0.113.0/28',
    AGENT_BUNDLE_URL: 'https://releases.example.com/agent.tar.gz',
    AGENT_BUNDLE_SHA256: 'ab'.repeat(32),
    KUBERNETES_SERVICE_HOST: '10.0.0.1',
    MASTER_KEY,
  })
  return createAgentClient({ masterKeys })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sdo-key-'))
  await startAgent()
})
afterEach(async () => {
  await agent.stop()
  rmSync(folder, { recursive: true })
})

describe('a leaked MASTER_KEY', () => {
  it('is replaced in three restarts: controllers of each step and of the one before reach the agent, and at last the leaked key opens nothing', async () => {
    const thief = controllerWith(leaked)
    expect(await thief.status(address)).toMatchObject({ instance })
    const first = controllerWith(`${leaked},${present}`)
    expect(await first.status(address)).toMatchObject({ instance })

    const second = controllerWith(`${present},${leaked}`)
    const answer = await second.status(address)
    expect(answer.holdsOlderKey).toBeUndefined()
    // The connection that it kept is closed to the thief as well.
    await expect(thief.status(address)).rejects.toBeInstanceOf(AgentUnreachableError)
    expect(await second.status(address)).toMatchObject({ instance })

    const third = controllerWith(present)
    expect(await third.status(address)).toMatchObject({ instance })
    await agent.stop()
    await startAgent()
    expect(await third.status(address)).toMatchObject({ instance })
    await expect(controllerWith(leaked).status(address)).rejects.toBeInstanceOf(AgentUnreachableError)
  })

  it('is given back to by whoever still leads in the step before', async () => {
    await controllerWith(`${present},${leaked}`).status(address)
    const before = controllerWith(`${leaked},${present}`)
    expect(await before.status(address)).toMatchObject({ instance })
    expect(await before.status(address)).toMatchObject({ instance })
    expect(await controllerWith(`${present},${leaked}`).status(address)).toMatchObject({ instance })
    expect(await controllerWith(present).status(address)).toMatchObject({ instance })
  })
})
