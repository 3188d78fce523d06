import type Docker from 'dockerode'
import { containerOptions, labels } from '../../../agent/containers/docker/container-options'
import { networkName } from '../../../agent/containers/docker/network'
import { listContainersOf, removeContainer } from '../../../agent/containers/docker/remove-container'
import { readLines } from '../../../agent/containers/read-lines'
import { buildDesiredProcess } from '../../builders/desired-process'
import { eventually } from '../../builders/eventually'
import type { DockerAgent } from '../../contract/containers/docker-agent'
import { percentile, printMilliseconds } from '../deploy/report'

const image = { image: 'test/web', tag: '1' }
const size = { cpu: 0.1, memoryMb: 50 }
const warmUps = 5

/**
 * Starts containers in turn by the agent and by the two calls that `docker run` makes, and prints how long it took from asking until Docker
 * says of it that it has started. Both ask for the same image, limits, network and port.
 */
export async function measureStarts(docker: Docker, agent: DockerAgent, rounds: number): Promise<void> {
  const started = await watchStarts(docker)
  const byAgent: number[] = []
  const byDocker: number[] = []
  for (let round = -warmUps; round < rounds; round++) {
    // Whoever is second in a pair finds Docker as the first one left it.
    const first = round % 2 === 0 ? startByAgent : startByDocker
    const second = round % 2 === 0 ? startByDocker : startByAgent
    const [one, other] = [await first(`a${round}`), await second(`b${round}`)]
    if (round < 0) continue
    byAgent.push(first === startByAgent ? one : other)
    byDocker.push(first === startByDocker ? one : other)
  }
  const ratio = percentile(byAgent, 0.5) / percentile(byDocker, 0.5)
  printMilliseconds(`${rounds} starts of a container, from asking until it runs`, {
    'by the agent': byAgent,
    'create and start, by the API of Docker': byDocker,
  })
  console.log(`  the agent takes ${ratio.toFixed(2)} times as long at the median   (goal: under 1.2)`)

  async function startByAgent(id: string): Promise<number> {
    const asked = Date.now()
    await agent.apply(buildDesiredProcess({ id, ...image, ...size }))
    const milliseconds = (await started(id)) - asked
    // It would be given the time of its first poll: it is ended as by hand.
    await agent.apply()
    const left = await listContainersOf(docker, agent.instance)
    await Promise.all(left.map(({ Id }) => removeContainer(docker.getContainer(Id))))
    await eventually('the agent to forget it', async () => (await agent.status()).processes.length === 0)
    return milliseconds
  }

  async function startByDocker(id: string): Promise<number> {
    const ports = [{ port: 8080, hostPort: 49_000 }]
    const spec = { processId: id, ...image, ...size, ports, environment: {} }
    const surroundings = { instance: 'bench', network: networkName, publishOn: '127.0.0.1', cpus: 2 }
    const asked = Date.now()
    const container = await docker.createContainer(containerOptions(spec, surroundings))
    await container.start()
    const milliseconds = (await started(id)) - asked
    await removeContainer(container)
    return milliseconds
  }
}

/** @returns when a container of the process was started, in milliseconds since the epoch, by Docker's own account */
async function watchStarts(docker: Docker): Promise<(processId: string) => Promise<number>> {
  const seen = new Map<string, number>()
  const events = await docker.getEvents({ filters: { type: ['container'], event: ['start'] } })
  void (async () => {
    for await (const line of readLines(events as AsyncIterable<Buffer>, 100_000)) {
      const { timeNano, Actor } = JSON.parse(line) as {
        timeNano: number
        Actor: { Attributes: Record<string, string> }
      }
      const processId = Actor.Attributes[labels.process]
      if (processId !== undefined) seen.set(processId, timeNano / 1e6)
    }
  })().catch(() => undefined)
  return (processId) => eventually(`${processId} to be started`, () => seen.get(processId), 60_000)
}
