import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDesiredProcess } from '../../builders/desired-process'
import { eventually } from '../../builders/eventually'
import { buildSimulatedAws } from '../../builders/simulated-aws'
import { buildSimulatedEnvironment } from '../../builders/simulated-environment'
import { startAgentProcess, type AgentProcessUnderTest } from '../agent/agent-process'
import { buildAgent, type BuiltAgent } from '../agent/built-agent'

const logGroup = '/sdo/Production-12345678/Shop-12345678'
let built: BuiltAgent
let agent: AgentProcessUnderTest
let bench: Awaited<ReturnType<typeof buildSimulatedAws>>

beforeAll(async () => {
  built = await buildAgent()
  bench = await buildSimulatedAws({ servesInstances: true, startEpoch: Date.now() })
  const { id } = await (await buildSimulatedEnvironment(bench)).launchRunning('token')
  const { metadataEndpoint, logsEndpoint } = bench.booter.agents.get(id)?.bootstrap ?? {}
  agent = await startAgentProcess(built.agentPath, { metadataEndpoint, logsEndpoint })
})
afterAll(async () => {
  await agent?.end('SIGKILL')
  await bench?.aws.close()
  built?.remove()
})

it('what a process of the built agent prints is in its log stream, and why it is not there meanwhile is said', async () => {
  const { aws, account, accountNumber } = bench
  await agent.apply(buildDesiredProcess({ logGroup }))
  const unheard = await agent.processWhen('process-1', ({ outputFault }) => outputFault !== undefined)
  expect(unheard.outputFault).toBe(`There is no log group ${logGroup}.`)

  await account.logs.createGroup({ name: logGroup, retentionDays: 7 })
  const lines = await eventually(
    'lines to come in',
    async () => {
      const found = aws.readOutput({ accountNumber, group: logGroup, stream: 'process-1' }, 100)
      return found && found.length > 0 && found
    },
    30_000,
  )
  expect(lines[0]?.text).toBe('Version 1 answers on port 8080.')
  await agent.processWhen('process-1', ({ outputFault }) => outputFault === undefined)
})
