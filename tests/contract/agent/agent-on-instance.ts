import { afterAll, beforeAll } from 'vitest'
import { buildSimulatedAws, type SimulatedAwsBench } from '../../builders/simulated-aws'
import { buildSimulatedEnvironment } from '../../builders/simulated-environment'
import { startAgentProcess, type AgentProcessUnderTest } from './agent-process'
import { buildAgent, type BuiltAgent } from './built-agent'

interface AgentOnInstance {
  bench: SimulatedAwsBench
  agent: AgentProcessUnderTest
}

/** The built agent, which asks the services of an instance of a simulated account: there in the tests of the file that calls it. */
export function useAgentOnInstance(): AgentOnInstance {
  const present: Partial<AgentOnInstance> = {}
  let built: BuiltAgent | undefined
  beforeAll(async () => {
    built = await buildAgent()
    const bench = (present.bench = await buildSimulatedAws({
      servesInstances: true,
      startEpoch: Date.now(),
    }))
    const { id } = await (await buildSimulatedEnvironment(bench)).launchRunning('token')
    const { metadataEndpoint, stsEndpoint, logsEndpoint, secretsEndpoint } =
      bench.booter.agents.get(id)?.bootstrap ?? {}
    const endpoints = { metadataEndpoint, stsEndpoint, logsEndpoint, secretsEndpoint }
    present.agent = await startAgentProcess(built.agentPath, endpoints)
  })
  afterAll(async () => {
    await present.agent?.end('SIGKILL')
    await present.bench?.aws.close()
    built?.remove()
  })
  return present as AgentOnInstance
}
