import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgentClient } from '../../controller/agents/agent-client'
import type { AgentAddress } from '../../controller/agents/agents'
import { instanceUserData } from '../../controller/cloud/aws/instance-user-data'
import { bytesPerMegabyte, instanceOverhead, megabytesPerMebibyte } from '../../core/catalogue/figures'
import { publishedInstanceTypes } from '../../core/catalogue/instance-types'
import { instanceKey } from '../../core/agent/pre-shared-key'
import { agentControlPort, type AgentProcess, type AgentStatus } from '../../core/agent/protocol'
import { buildDesiredProcess } from '../builders/desired-process'
import { eventually } from '../builders/eventually'
import { busyboxLayer } from '../docker/images'
import { missingForDocker } from '../docker/docker-programs'
import { metadataProgram, startMetadataMock, type MetadataMock } from '../metadata/metadata-mock'
import { startSupplier, type Supplier } from './supplier'
import { missingForMachine } from './virtual/machine-root'
import { startVirtualMachine, type VirtualMachine } from './virtual/virtual-machine'

const missing = missingForMachine() ?? metadataProgram.missing() ?? missingForDocker()
const isSkipped = missing !== undefined && process.env.SDO_REQUIRE_ALL_SUITES !== '1'

/** Emulated, beside whatever else the machine does. */
const patienceMs = 240_000
/** Of the smallest instance that SDO launches, t4g.nano. */
const memoryMib = Math.min(...publishedInstanceTypes.map((type) => type.memoryMib))
const instance = 'instance-1'
const masterKey = randomBytes(32)

/** Says what it could reach, serves that, and ends by itself once its stop address asks it to. */
const script = `
ask() { nc -w 3 $1 $2 </dev/null >/dev/null 2>&1 && echo reached || echo refused; }
gateway=$(ip route | sed -n 's/^default via \\([^ ]*\\).*/\\1/p')
echo "metadata $(ask 169.254.169.254 80), control $(ask $gateway ${agentControlPort})" > /tmp/reached
mkdir -p /tmp/www && cp /www/health /tmp/reached /tmp/www
httpd -f -p 8080 -h /tmp/www &
until wget -q -O - "$SDO_STOP_URL" | grep -q true; do cp /proc/meminfo /tmp/www/memory; sleep 3; done
`

describe.skipIf(isSkipped)('a machine that boots the user data of an instance', () => {
  let supplier: Supplier
  let metadata: MetadataMock
  let machine: VirtualMachine
  let address: AgentAddress
  const agents = createAgentClient({ masterKeys: [masterKey], timeoutMs: 20_000 })
  const desired = () =>
    buildDesiredProcess({ image: `${supplier.registry}/team/curious`, memoryMb: 50, tag: '1' })

  beforeAll(async () => {
    supplier = await startSupplier([
      {
        repository: 'team/curious',
        tag: '1',
        layer: busyboxLayer(),
        config: { Cmd: ['/bin/sh', '-c', script], Env: ['PATH=/bin'] },
      },
    ])
    const key = instanceKey(masterKey, instance).toString('base64')
    const userData = instanceUserData(
      { instance, key },
      { agentBundleUrl: supplier.bundleUrl, agentBundleSha256: supplier.bundleSha256 },
    )
    metadata = await startMetadataMock(userData)
    machine = await startVirtualMachine(metadata.port, supplier, memoryMib)
    address = { host: '127.0.0.1', port: await machine.forward(agentControlPort), instance }
  }, 600_000)
  afterAll(async () => {
    await machine?.stop()
    await metadata?.stop()
    await supplier?.stop()
  })

  /** The state that the agent tells, once it is as wanted; a failure shows what it said last, and the console. */
  async function statusWhen(what: string, isWanted: (status: AgentStatus) => boolean) {
    let last: unknown
    const look = async () => {
      const status = await agents.status(address).catch((error: unknown) => void (last = error))
      last = status ?? last
      return status && isWanted(status) && status
    }
    return eventually(what, look, patienceMs).catch((error: unknown) => {
      const said = last instanceof Error ? last.message : JSON.stringify(last)
      throw new Error(`${said}\n${machine.console().slice(-3000)}`, { cause: error })
    })
  }
  const isHealthy = ({ processes: [one] }: AgentStatus) => one?.state === 'healthy'
  const read = async (path: string, { ports: [port] }: AgentProcess) => {
    const forwarded = await machine.forward(port?.hostPort ?? 0)
    return (await fetch(`http://127.0.0.1:${forwarded}${path}`)).text()
  }

  it('has an agent that proves itself by its key and hears of its end from the metadata service', async () => {
    const { spot } = await statusWhen(
      'the agent answers, and has heard of its end',
      ({ spot }) => spot?.takenBackEpoch !== undefined,
    )
    expect(spot?.takenBackEpoch).toBeGreaterThan(Date.now())
    const stranger = createAgentClient({ masterKeys: [randomBytes(32)] })
    await expect(stranger.status(address)).rejects.toThrow('does not hold the key')
  })

  it('runs a container, which reaches neither the metadata service nor the control port', async () => {
    await agents.apply(address, { processes: [desired()] })
    const { processes } = await statusWhen('the container is healthy', isHealthy)
    expect(await read('/reached', processes[0] as AgentProcess)).toBe('metadata refused, control refused\n')
  })

  it('has the memory left that is planned with, on the smallest instance', async () => {
    const { processes } = await statusWhen('the container is healthy', isHealthy)
    const memory = await eventually('the container tells the memory', async () =>
      /MemAvailable: +(\d+) kB/.exec(await read('/memory', processes[0] as AgentProcess)),
    )
    const taken = memoryMib * megabytesPerMebibyte - (Number(memory[1]) * 1024) / bytesPerMegabyte
    console.log(`System, Docker, agent and a small container take ${Math.round(taken)} MB.`)
    expect(taken).toBeLessThan(instanceOverhead.memoryMb)
  })

  it('has the same container after a reboot, without being told', async () => {
    const before = await statusWhen('the container is healthy', isHealthy)
    await machine.reboot()
    await eventually(
      'the agent ends',
      () =>
        agents.status(address).then(
          () => false,
          () => true,
        ),
      patienceMs,
    )
    const after = await statusWhen('the container is healthy again', isHealthy)
    expect(after.processes[0]?.ports).toEqual(before.processes[0]?.ports)
  })

  it('lets a container end that its stop address asks to', async () => {
    await agents.apply(address, { processes: [] })
    await statusWhen('the container is gone', ({ processes }) => processes.length === 0)
  })
})
