import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDesiredProcess } from '../../builders/desired-process'
import { buildSimulatedAws } from '../../builders/simulated-aws'
import { buildSimulatedEnvironment } from '../../builders/simulated-environment'
import { startAgentProcess, type AgentProcessUnderTest } from '../agent/agent-process'
import { buildAgent, type BuiltAgent } from '../agent/built-agent'

let built: BuiltAgent
let agent: AgentProcessUnderTest
let bench: Awaited<ReturnType<typeof buildSimulatedAws>>

beforeAll(async () => {
  built = await buildAgent()
  bench = await buildSimulatedAws({ servesInstances: true, startEpoch: Date.now() })
  const { id } = await (await buildSimulatedEnvironment(bench)).launchRunning('token')
  const { metadataEndpoint, secretsEndpoint } = bench.booter.agents.get(id)?.bootstrap ?? {}
  agent = await startAgentProcess(built.agentPath, { metadataEndpoint, secretsEndpoint })
})
afterAll(async () => {
  await agent?.end('SIGKILL')
  await bench?.aws.close()
  built?.remove()
})

it('a process of the built agent has its variables, and the secrets that the role of its instance may read', async () => {
  const put = (name: string, store: 'secretsmanager' | 'ssm') =>
    bench.aws.putSecret(bench.accountNumber, { name, value: `value of ${name}`, store })
  const secrets = {
    DATABASE_URL: await put('sdo/secrets/database', 'secretsmanager'),
    API_KEY: await put('/sdo/secrets/key', 'ssm'),
  }
  await agent.apply(buildDesiredProcess({ environment: { MOTTO: 'two\nlines' }, secrets }))
  const { ports } = await agent.processWhen('process-1', ({ state }) => state === 'healthy')
  const { pid } = (await (await fetch(`http://127.0.0.1:${ports[0]?.hostPort}`)).json()) as { pid: number }
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')).toEqual(
    expect.arrayContaining([
      'MOTTO=two\nlines',
      'DATABASE_URL=value of sdo/secrets/database',
      'API_KEY=value of /sdo/secrets/key',
    ]),
  )
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('value of')
})

it('one whose secret the role may not read says what the role needs', async () => {
  const { aws, accountNumber } = bench
  const arn = await aws.putSecret(accountNumber, { name: 'sdo/secrets/other', value: 'x', store: 'ssm' })
  aws.faults.refuse('ssm:GetParameter', 'access-denied')
  await agent.apply(buildDesiredProcess({ id: 'process-2', secrets: { KEY: arn } }))
  const { message } = await agent.processWhen('process-2', (one) => one.message !== undefined)
  expect(message).toContain(
    `the role sdo-process-runner may not read the secret ${arn}: it needs ssm:GetParameter`,
  )
  aws.faults.refuse('ssm:GetParameter', 'access-denied', 0)
  await agent.processWhen('process-2', ({ state }) => state === 'healthy')
})
