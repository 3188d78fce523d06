import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeLayer } from '../../../agent/samples/node-layer'
import {
  longestOutput,
  mostOutputLines,
  type AgentProcess,
  type DesiredProcess,
} from '../../../core/agent/protocol'
import { buildDesiredProcess } from '../../builders/desired-process'
import { eventually } from '../../builders/eventually'
import { importImage, runningShell, webServer } from '../../docker/images'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'
import { buildAgent, type BuiltAgent } from '../agent/built-agent'
import { DockerAgent } from './docker-agent'

/** Every one on the same instance at the same time, as misfortune has it. Names of images. */
const programs = {
  well: webServer,
  'deaf-to-sigterm': runningShell('trap "" TERM; httpd -p 8080 -h /www; while :; do sleep 1; done'),
  forking: runningShell(
    'for i in $(seq 30); do (trap "" TERM; while :; do sleep 1; done) & done; httpd -f -p 8080 -h /www',
  ),
  flooding: runningShell(
    'httpd -p 8080 -h /www; yes "the same line again and again" & yes | while read x; do echo -n y; done',
  ),
  late: runningShell('sleep 30; exec httpd -f -p 8080 -h /www'),
  'exiting-at-once': runningShell('exit 0'),
  'losing-workers': runningShell(
    'httpd -p 8080 -h /www; while :; do dd if=/dev/zero of=/dev/null bs=400M; sleep 1; done',
  ),
  orphaning: runningShell(
    'for i in $(seq 20); do (sleep 1 &); done; httpd -p 8080 -h /www; exec sleep 100000',
  ),
  greedy: runningShell(
    'a=$(dd if=/dev/zero bs=1M count=20 2>/dev/null | tail -c 20000000 | tr "\\\\0" x); sleep 4; dd if=/dev/zero of=/dev/null bs=400M',
  ),
}
const onlyIpv6 = `
  import { createServer } from 'node:http'
  createServer((request, response) => response.end('well')).listen({ host: '::', ipv6Only: true, port: 8080 })`

describe.skipIf(dockerIsMissing)('containers that misbehave', () => {
  const daemon = useDocker(async ({ docker }) => {
    for (const [name, changes] of Object.entries(programs)) await importImage(docker, `test/${name}`, changes)
    await importImage(docker, 'test/only-ipv6', ['CMD ["/bin/node", "/program.mjs"]'], nodeLayer(onlyIpv6))
  })
  let built: BuiltAgent
  let agent: DockerAgent
  const desired = new Map<string, DesiredProcess>()
  beforeAll(async () => {
    built = await buildAgent()
    agent = new DockerAgent(built.agentPath, { socketPath: daemon().socketPath })
    for (const id of [...Object.keys(programs), 'only-ipv6'])
      desired.set(id, buildDesiredProcess({ id, image: `test/${id}`, tag: 'latest', memoryMb: 60, cpu: 0.1 }))
    await agent.start()
    await agent.apply(...desired.values())
  })
  afterAll(async () => {
    await agent?.remove()
    built?.remove()
  })

  const isHealthy = ({ state }: AgentProcess) => state === 'healthy'
  const messageOf = (id: string, says: RegExp, withinMs?: number) =>
    agent.processWhen(id, ({ message }) => says.test(message ?? ''), withinMs)
  const containersOf = async (id: string) =>
    (await daemon().docker.listContainers({ all: true })).filter(({ Image }) => Image === `test/${id}:latest`)
  /** Leaves a process out, and waits until Docker has nothing of it. */
  async function stop(id: string): Promise<number> {
    desired.delete(id)
    const startedAt = performance.now()
    await agent.apply(...desired.values())
    await eventually(`${id} to be gone`, async () => (await containersOf(id)).length === 0, 90_000)
    return (performance.now() - startedAt) / 1000
  }

  it('an exit with code 0 is told like any other, and waited after ever longer', async () => {
    await messageOf('exiting-at-once', /^It exited with code 0\. It is started again in 4 s\.$/, 60_000)
    const { restarts } = await messageOf('exiting-at-once', /in 8 s\.$/, 60_000)
    expect(restarts).toBe(4)
  })

  it('one that runs out of memory is told its limit and what it used before', async () => {
    const { message, memoryEnds } = await messageOf('greedy', /ran out of memory/, 60_000)
    expect(memoryEnds).toBeGreaterThan(0)
    const [, peak] =
      /it reached its limit of 60 MB, and the most it was seen to use before was (\d+) MB/.exec(
        message ?? '',
      ) ?? []
    expect(Number(peak)).toBeGreaterThan(15)
    // It may be looked at just before the end, and is told in whole MB.
    expect(Number(peak)).toBeLessThanOrEqual(60)
  }, 90_000)

  it('one that goes on while its programs are killed for memory says how many were', async () => {
    const { restarts } = await agent.processWhen(
      'losing-workers',
      ({ state, memoryKills = 0 }) => state === 'healthy' && memoryKills >= 3,
      60_000,
    )
    expect(restarts).toBe(0)
  }, 90_000)

  it('one that waits for nobody leaves nothing behind of what ended: an init does', async () => {
    await agent.processWhen('orphaning', isHealthy)
    const [orphaning] = await containersOf('orphaning')
    const states = async () => {
      const listed = daemon().docker.getContainer(orphaning?.Id ?? '')
      const { Processes } = (await listed.top({ ps_args: '-eo pid,stat,args' })) as { Processes: string[][] }
      return Processes.map(([, state, program]) => `${state?.charAt(0)} ${program}`)
    }
    await eventually('its twenty programs to end', async () => (await states()).length <= 3)
    expect((await states()).filter((one) => one.startsWith('Z'))).toEqual([])
  }, 90_000)

  it('one that listens on IPv6 alone is told where it has to listen', async () => {
    await messageOf('only-ipv6', /^GET \/health on port 8080 found nobody listening on 0\.0\.0\.0\.$/)
  })

  it('one that floods its output fills neither the disk nor the agent, and the end of it is shown', async () => {
    await agent.processWhen('flooding', isHealthy)
    const [flooding] = await containersOf('flooding')
    const container = daemon().docker.getContainer(flooding?.Id ?? '')
    const { LogPath } = await container.inspect()
    await eventually('more than is kept to be printed', () => existsSync(`${LogPath}.1`), 60_000)
    // A file may be renamed while they are looked at.
    const sizes = await eventually('all files to be seen at once', () => {
      const names = readdirSync(dirname(LogPath)).filter((name) => name.startsWith(basename(LogPath)))
      const seen = names.flatMap(
        (name) => statSync(join(dirname(LogPath), name), { throwIfNoEntry: false })?.size ?? [],
      )
      return names.length > 1 && seen.length === names.length && seen
    })
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2.5e6)
    await container.kill()
    const { output = [] } = await agent.processWhen('flooding', ({ output: lines }) => lines !== undefined)
    expect(output.length).toBeLessThanOrEqual(mostOutputLines)
    expect(output.join('').length).toBeLessThanOrEqual(longestOutput)
    expect(output.join('\n')).toContain('the same line again and again')
    await stop('flooding')
  }, 120_000)

  it('one that forks is gone with everything it started', async () => {
    await agent.processWhen('forking', isHealthy)
    const [forking] = await containersOf('forking')
    const { Processes } = (await daemon()
      .docker.getContainer(forking?.Id ?? '')
      .top()) as { Processes: string[][] }
    const pids = Processes.map(([, pid]) => Number(pid))
    expect(pids.length).toBeGreaterThan(30)
    await stop('forking')
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  }, 120_000)

  it('one that ignores SIGTERM is killed, after the time of a first poll and ten seconds', async () => {
    await agent.processWhen('deaf-to-sigterm', isHealthy)
    expect(await containersOf('deaf-to-sigterm')).toHaveLength(1)
    expect(await stop('deaf-to-sigterm')).toBeLessThan(60)
  }, 120_000)

  it('one that answers only after half a minute becomes healthy', async () => {
    const {
      restarts,
      startedEpoch = 0,
      healthyEpoch = 0,
    } = await agent.processWhen('late', isHealthy, 60_000)
    expect(restarts).toBe(0)
    expect(healthyEpoch - startedEpoch).toBeGreaterThan(29_000)
  }, 90_000)

  it('none of them disturbs the one that is well', async () => {
    expect(await agent.processWhen('well', isHealthy)).toMatchObject({ restarts: 0 })
  })
})
