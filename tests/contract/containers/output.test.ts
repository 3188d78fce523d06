import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDockerRuntime } from '../../../agent/containers/docker/docker-runtime'
import { createCloudWatchLogStreams } from '../../../agent/output/cloudwatch-log-streams'
import { createLineSenders } from '../../../agent/output/line-sender'
import { bytesPerLogEvent, LogMeter } from '../../../agent/output/log-meter'
import type { ContainerSpec } from '../../../agent/containers/runtime'
import type { AccountAccess } from '../../../controller/cloud/cloud'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { eventually } from '../../builders/eventually'
import { importImage, runningShell } from '../../docker/images'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'
import { enterAccount } from '../../moto/install-stack'
import { openMotoCloud, type MotoCloud } from '../../moto/moto-cloud'
import { motoPython } from '../../moto/moto-python'
import { readLines } from '../../moto/read-logs'

const isMissing =
  dockerIsMissing || (process.env.SDO_REQUIRE_ALL_SUITES !== '1' && motoPython.missing() !== undefined)
const group = '/sdo/Production-12345678/Shop-12345678'

/** Real Docker sends what real containers print to moto, with credentials that moto gave. */
describe.skipIf(isMissing)('the output of containers of Docker', () => {
  let moto: MotoCloud
  let access: AccountAccess
  let credentials: Awaited<ReturnType<typeof enterAccount>>
  const daemon = useDocker(
    async ({ docker }) => {
      const speaking =
        'trap "echo later" USR1; for n in $(seq 1 200); do echo "line $n"; done; echo end; while :; do sleep 600 & wait; done'
      await importImage(docker, 'test/speaking:1', runningShell(speaking))
    },
    async () => {
      moto = await openMotoCloud()
      access = await moto.newAccount()
      await moto.cloud.account(access).logs.createGroup({ name: group, retentionDays: 7 })
      credentials = await enterAccount(moto.endpoint, access.accountNumber)
      return {
        environment: {
          AWS_ACCESS_KEY_ID: credentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
          AWS_SESSION_TOKEN: credentials.sessionToken ?? '',
        },
      }
    },
  )
  afterAll(() => moto?.close())

  const openRuntime = (
    changes: { logsEndpoint?: string; isSentByAgent?: boolean; logMeter?: LogMeter } = {},
  ) => {
    const { logsEndpoint = moto.endpoint, isSentByAgent = false, logMeter } = changes
    const streams = createCloudWatchLogStreams({ logsEndpoint, credentials })
    return createDockerRuntime({
      docker: daemon().docker,
      instance: 'instance-1',
      publishOn: '127.0.0.1',
      prefersLocalImages: true,
      guardsInstance: false,
      registryLogin: async () => undefined,
      logsEndpoint,
      logMeter,
      ...(isSentByAgent && { openLineSender: createLineSenders(streams, systemClock) }),
      clock: systemClock,
      log: silentLogger,
    })
  }
  let runtime: Awaited<ReturnType<typeof openRuntime>>
  beforeAll(async () => {
    runtime = await openRuntime()
  })

  const speaking = (stream: string, logGroup = group): ContainerSpec => ({
    processId: stream,
    image: 'test/speaking',
    tag: '1',
    cpu: 0.1,
    memoryMb: 50,
    ports: [],
    environment: {},
    logStream: { group: logGroup, stream },
  })
  const everything = [...Array.from({ length: 200 }, (_, index) => `line ${index + 1}`), 'end']
  const onlyContainer = async () => {
    const [listed] = await daemon().docker.listContainers({ all: true })
    return daemon().docker.getContainer(listed?.Id ?? '')
  }
  const inspectOnly = async () => (await onlyContainer()).inspect()
  const readAll = (stream: string, logGroup = group) =>
    readLines(moto.endpoint, access.accountNumber, { group: logGroup, stream })
  const linesIn = (stream: string, logGroup = group) =>
    eventually(
      `the lines of ${stream} to come in`,
      async () => {
        const lines = await readAll(stream, logGroup)
        return lines.length >= everything.length && lines
      },
      60_000,
    )

  it('is in the stream of its process whole, and its end is read here as well', async () => {
    const container = await runtime.start(speaking('process-1'))
    try {
      expect(container.outputFault).toBeUndefined()
      expect((await linesIn('process-1')).sort()).toEqual([...everything].sort())
      expect(await container.lastOutput()).toEqual(everything.slice(-100))
      const [listed] = await daemon().docker.listContainers({ all: true })
      const { HostConfig } = await daemon()
        .docker.getContainer(listed?.Id ?? '')
        .inspect()
      expect(HostConfig.LogConfig).toMatchObject({
        Type: 'awslogs',
        Config: {
          'awslogs-region': 'us-east-1',
          'awslogs-group': group,
          'awslogs-stream': 'process-1',
          mode: 'non-blocking',
          'cache-max-size': '1m',
          'cache-max-file': '2',
        },
      })
    } finally {
      await container.discard()
    }
  })

  it('holds no container up while its group is missing, is read here meanwhile, and comes in once the group is there', async () => {
    const late = '/sdo/Production-12345678/Late-12345678'
    const container = await runtime.start(speaking('process-2', late))
    try {
      await eventually('it to print', async () => (await container.lastOutput()).at(-1) === 'end')
      await moto.cloud.account(access).logs.createGroup({ name: late, retentionDays: 7 })
      expect((await linesIn('process-2', late)).sort()).toEqual([...everything].sort())
    } finally {
      await container.discard()
    }
  })

  it('holds no container up while CloudWatch cannot be reached', async () => {
    const cutOff = await openRuntime({ logsEndpoint: 'http://127.0.0.1:9' })
    const container = await cutOff.start(speaking('process-3'))
    try {
      const lines = await eventually('it to print', async () => {
        const printed = await container.lastOutput()
        return printed.at(-1) === 'end' && printed
      })
      expect(lines).toEqual(everything.slice(-100))
    } finally {
      await container.discard()
    }
  })

  it('is counted as it is sent, to its end, and by the next agent from where the one before left off', async () => {
    const bytesOf = (lines: string[]) =>
      lines.reduce((sum, line) => sum + Buffer.byteLength(line) + bytesPerLogEvent, 0)
    const ending = new AbortController()
    const openMeter = () => {
      const logMeter = new LogMeter(systemClock)
      return { logMeter, run: () => void logMeter.run(ending.signal, () => undefined) }
    }
    const first = openMeter()
    first.run()
    const container = await (await openRuntime({ logMeter: first.logMeter })).start(speaking('process-5'))
    try {
      await linesIn('process-5')
      await eventually(
        'the first agent to count',
        () => first.logMeter.total() === bytesOf(everything),
        60_000,
      )
      const second = openMeter()
      second.logMeter.resume(first.logMeter.kept())
      await (await openRuntime({ logMeter: second.logMeter })).find()
      second.run()
      await onlyContainer().then((present) => present.kill({ signal: 'SIGUSR1' }))
      const all = bytesOf([...everything, 'later'])
      await eventually('the second one to count', () => second.logMeter.total() === all, 60_000)
    } finally {
      ending.abort()
      await container.discard()
    }
  })

  it('is sent by the agent where Docker has no credentials, also by the agent that finds the container', async () => {
    await createCloudWatchLogStreams({ logsEndpoint: moto.endpoint, credentials }).ensure({
      group,
      stream: 'process-4',
    })
    const container = await (await openRuntime({ isSentByAgent: true })).start(speaking('process-4'))
    try {
      expect((await linesIn('process-4')).sort()).toEqual([...everything].sort())
      const { HostConfig } = await inspectOnly()
      expect(HostConfig.LogConfig?.Type).toBe('json-file')

      await (await openRuntime({ isSentByAgent: true })).find()
      await onlyContainer().then((present) => present.kill({ signal: 'SIGUSR1' }))
      const isLater = (line: string) => line === 'later'
      // The first agent lives on here, so both of them send it.
      await eventually(
        'both to send it',
        async () => (await readAll('process-4')).filter(isLater).length === 2,
      )
    } finally {
      await container.discard()
    }
  })
})
