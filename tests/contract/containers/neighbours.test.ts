import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type Docker from 'dockerode'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createDockerRuntime } from '../../../agent/containers/docker/docker-runtime'
import { bridgeName, networkName } from '../../../agent/containers/docker/network'
import type { Container, ContainerRuntime, ContainerSpec } from '../../../agent/containers/runtime'
import { packTar } from '../../../agent/samples/pack-tar'
import { silentLogger } from '../../../core/logging/logger'
import { keptCapabilities, mostOpenFiles, mostPids } from '../../../core/process/confinement'
import { systemClock } from '../../../core/time/clock'
import { eventually } from '../../builders/eventually'
import { importImage, runningShell } from '../../docker/images'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'
import { buildGoProgram } from '../../go/build-program'

const secret = 'credentials-of-the-neighbour'
const eavesdropper = fileURLToPath(new URL('../../docker/eavesdropper', import.meta.url))
/** So many answers without a word caught are proof enough: the attack of the first test needs fewer. */
const proof = 40

describe.skipIf(dockerIsMissing)('a container beside another one', () => {
  let runtime: ContainerRuntime
  let server: Server
  /** With the eavesdropper alone. */
  let layer: Buffer
  let answered = 0
  let next = 0
  const daemon = useDocker(async ({ docker }) => {
    const folder = mkdtempSync(join(tmpdir(), 'sdo-eavesdropper-'))
    const program = { module: eavesdropper, name: 'eavesdropper', source: '.' }
    await buildGoProgram(program, folder, () => undefined)
    const content = readFileSync(join(folder, program.name))
    rmSync(folder, { recursive: true })
    layer = packTar([{ name: program.name, mode: 0o755, content }])
    await importImage(docker, 'test/eavesdropper:1', ['ENTRYPOINT ["/eavesdropper"]'], layer)
    runtime = await createDockerRuntime({
      docker,
      instance: 'instance-1',
      publishOn: '127.0.0.1',
      prefersLocalImages: true,
      guardsInstance: true,
      registryLogin: async () => undefined,
      clock: systemClock,
      log: silentLogger,
    })
    server = createServer({ allowHalfOpen: true }, (socket) => void answerSlowly(socket))
    await once(server.listen(0, runtime.agentHost), 'listening')
    const address = `${runtime.agentHost} ${(server.address() as AddressInfo).port}`
    const asking = runningShell(`while :; do nc -w 2 ${address} </dev/null >/dev/null; done`)
    await importImage(docker, 'test/asking:1', asking)
    await importImage(
      docker,
      'test/limits:1',
      runningShell('while read line; do echo "$line"; done </proc/self/status; ulimit -n; sleep 60'),
    )
  })
  beforeAll(() => expect(runtime.agentHost).not.toBe('127.0.0.1'))
  afterAll(() => void server?.close())

  /** Slowly, so that most of an attack falls into an answer. */
  async function answerSlowly(socket: Socket): Promise<void> {
    socket.on('error', () => undefined).on('finish', () => (answered += 1))
    for (let piece = 0; piece < 5; piece++) {
      socket.write(secret)
      await setTimeout(20)
    }
    socket.end()
  }
  async function start(
    image: string,
    own: Pick<ContainerSpec, 'capabilities' | 'init'> = {},
  ): Promise<Container> {
    next += 1
    const [name = '', tag = ''] = image.split(':')
    const limits = { cpu: 0.5, memoryMb: 60, ports: [], environment: {} }
    const container = await runtime.start({
      processId: `process-${next}`,
      image: name,
      tag,
      ...limits,
      ...own,
    })
    onTestFinished(() => container.discard())
    return container
  }
  /** A container as Docker makes them, without what the runtime does. */
  async function startByHand(image: string, more: Docker.ContainerCreateOptions = {}) {
    const container = await daemon().docker.createContainer({
      Image: image,
      ...more,
      HostConfig: { NetworkMode: networkName },
    })
    onTestFinished(() => container.remove({ force: true }) as Promise<void>)
    await container.start()
    return container
  }
  const ofProcess = async () => {
    const [found] = await daemon().docker.listContainers({
      filters: { label: [`sdo.dev/process=process-${next}`] },
    })
    return daemon().docker.getContainer(found?.Id ?? '')
  }
  /** What the eavesdropper is told about whom it is after. */
  async function about(victim: Docker.Container): Promise<string[]> {
    const { NetworkSettings } = await victim.inspect()
    const { IPAddress = '', Gateway = '', MacAddress = '' } = NetworkSettings.Networks[networkName] ?? {}
    const bridgeAddress = readFileSync(`/sys/class/net/${bridgeName}/address`, 'utf8').trim()
    return [IPAddress, Gateway, MacAddress, bridgeAddress, secret]
  }
  const printedBy = async (container: Docker.Container) =>
    String(await container.logs({ stdout: true, stderr: true, follow: false }))
  async function untilAnswered(count: number): Promise<void> {
    const before = answered
    await eventually(`${count} answers`, () => answered >= before + count, 60_000)
  }

  it('reads what is sent to it where Docker alone keeps them apart: what these tests would see', async () => {
    const victim = await startByHand('test/asking:1')
    await untilAnswered(1)
    const attacker = await startByHand('test/eavesdropper:1', { Cmd: await about(victim) })
    await eventually('it to be caught', async () => (await printedBy(attacker)).includes('caught'), 60_000)
  }, 120_000)

  it('cannot speak for another one: it has no right to', async () => {
    await start('test/asking:1')
    const victim = await ofProcess()
    const [image, tag] = ['test/eavesdropper-told', '1']
    await importImage(
      daemon().docker,
      `${image}:${tag}`,
      [`ENTRYPOINT ${JSON.stringify(['/eavesdropper', ...(await about(victim))])}`],
      layer,
    )
    const attacker = await start(`${image}:${tag}`)
    const said = await eventually('it to say how it went', async () => {
      const lines = await attacker.lastOutput()
      return lines.length > 0 && lines
    })
    expect(said).toEqual(['refused: operation not permitted'])
  })

  it('would not be believed if it could: neighbours are fixed', async () => {
    await start('test/asking:1')
    const attacker = await startByHand('test/eavesdropper:1', { Cmd: await about(await ofProcess()) })
    await eventually('it to listen', async () => (await printedBy(attacker)).includes('listening'))
    await untilAnswered(proof)
    expect(await printedBy(attacker)).not.toContain('caught')
  }, 120_000)

  it('has the capabilities that its application asks for by name, and is process 1 where it wants to be', async () => {
    const container = await start('test/limits:1', { capabilities: ['SYS_NICE'], init: false })
    const printed = await eventually('its limits', async () => {
      const lines = await container.lastOutput()
      return lines.some((line) => line.startsWith('CapBnd')) && lines.join('\n')
    })
    expect(capabilitiesIn(/CapBnd:\s*(\w+)/.exec(printed)?.[1] ?? '')).toEqual(
      [...keptCapabilities, 'SYS_NICE'].sort(),
    )
    expect((await (await ofProcess()).inspect()).HostConfig.Init).toBe(false)
  })

  it('has no more rights, processes and files than are told', async () => {
    const container = await start('test/limits:1')
    const lines = await eventually('its limits', async () => {
      const printed = await container.lastOutput()
      return /^\d+$/.test(printed.at(-1) ?? '') && printed
    })
    const status = lines.join('\n')
    expect(capabilitiesIn(/CapBnd:\s*(\w+)/.exec(status)?.[1] ?? '')).toEqual([...keptCapabilities].sort())
    expect(status).toMatch(/NoNewPrivs:\s*1/)
    const own = Number(spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout)
    expect(Number(lines.at(-1))).toBe(Math.min(mostOpenFiles, own || Infinity))
    const { HostConfig } = await (await ofProcess()).inspect()
    expect(HostConfig.PidsLimit).toBe(mostPids)
  })
})

/** Numbers of capabilities(7), as far as anybody has them. */
const numbers: Record<number, string> = {
  0: 'CHOWN',
  1: 'DAC_OVERRIDE',
  3: 'FOWNER',
  4: 'FSETID',
  5: 'KILL',
  6: 'SETGID',
  7: 'SETUID',
  8: 'SETPCAP',
  10: 'NET_BIND_SERVICE',
  18: 'SYS_CHROOT',
  23: 'SYS_NICE',
}

/** Names of the capabilities in a mask of the kernel; the number of one that has no name here. */
const capabilitiesIn = (mask: string): string[] =>
  Array.from({ length: 64 }, (_, number) => number)
    .filter((number) => (BigInt(`0x${mask || '0'}`) >> BigInt(number)) & 1n)
    .map((number) => numbers[number] ?? String(number))
    .sort()
