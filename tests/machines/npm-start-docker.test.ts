import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../builders/eventually'
import { createDataDir, removeDataDir, Sdo } from '../builders/start-sdo'
import { ApiClient } from '../builders/v1-client'
import { importImage, runningShell } from '../docker/images'
import { dockerIsMissing, useDocker } from '../docker/use-docker'

const LIVE = 2

/** Answers at every path with what its stop endpoint says, as it is reached from the container. */
const curious = runningShell(
  'mkdir -p /tmp/www && trap "exit 0" TERM; echo well > /tmp/www/health; wget -q -O /tmp/www/stop $SDO_STOP_URL; httpd -f -p 80 -h /tmp/www & wait',
)

describe.skipIf(dockerIsMissing)('npm start where a Docker answers', () => {
  const useDaemon = useDocker(({ docker }) => importImage(docker, 'shop/front:7', curious))
  let dataDir: string
  let sdo: Sdo | undefined
  beforeEach(() => {
    dataDir = createDataDir()
  })
  afterEach(async () => {
    await sdo?.interrupt()
    removeDataDir(dataDir)
  })

  const dockerHost = () => `unix://${useDaemon().socketPath}`
  const start = () => (sdo = new Sdo({ dataDir, environment: { DOCKER_HOST: dockerHost() } }))
  const containers = () => useDaemon().docker.listContainers({ all: true })
  const answers = (url: string) =>
    eventually(`${url} to answer`, async () => (await fetch(url).catch(() => undefined))?.ok, 30_000)

  it('runs the sample and an own image in containers, carries on after a SIGKILL, and leaves none after Ctrl-C', async () => {
    const first = start()
    await first.ready()
    expect(first.output).toContain(`Instances run any image, with Docker at ${dockerHost()}.`)
    const sample = await first.sampleUrl()
    const answer = (await (await fetch(sample)).json()) as { pid: number }
    expect(answer).toMatchObject({ application: 'sample', version: '1' })
    // Beside Docker's init it is among the first processes of a container of its own.
    expect(answer.pid).toBeLessThan(20)

    const own = await deployOwnImage(first)
    expect(await (await fetch(`${own}/stop`)).json()).toEqual({ stop: false })
    const before = await containers()
    expect(before.map(({ Image }) => Image).sort()).toEqual(['sdo/sample:1', 'shop/front:7'])

    await first.kill()
    const second = start()
    await second.ready()
    await answers(sample)
    expect((await containers()).map(({ Id }) => Id).sort()).toEqual(before.map(({ Id }) => Id).sort())

    expect(await second.interrupt()).toBe(0)
    expect(await containers()).toEqual([])

    const third = start()
    await third.ready()
    await answers(sample)
    await answers(`${own}/health`)
    expect(await containers()).toHaveLength(2)
  })
})

/** Into the environment of the first run, by its login. Resolves with where it answers. */
async function deployOwnImage(started: Sdo): Promise<string> {
  const person = new ApiClient(await started.ready())
  const [, password = ''] = await started.waitFor(/with the password (\S+)/)
  await person.post('/v1/account/login', { email: 'demo@sdo.local', password })
  const { environments } = await person.get<{ environments: { id: string }[] }>(
    '/v1/view-controller/environment/',
  )
  const environmentId = environments[0]?.id ?? ''
  const { integrationId } = await person.post<{ integrationId: string }>('/v1/process/', {
    applicationName: 'front',
    dockerBaseUrl: 'shop/front',
    cpuCount: 0.01,
    memoryMb: 50,
    numProcesses: 1,
    maxSpotPercentage: 100,
    exposedPortsV2: [{ port: 80 }],
  })
  const { id } = await person.post<{ id: string }>('/v1/process/version', {
    integrationId,
    dockerImageTag: '7',
    versionName: 'seventh',
  })
  await person.post('/v1/deployment/patch/', { environmentId, applicationVersionIdToDeploy: id })
  await person.until<{ deployments: { state: number }[] }>(
    `/v1/view-controller/environment/${environmentId}/deployments/`,
    ({ deployments }) => deployments.length === 2 && deployments[0]?.state === LIVE,
  )
  const { loadBalancers } = await person.get<{ loadBalancers: { applicationName: string; url: string }[] }>(
    `/v1/view-controller/environment/${environmentId}/resources`,
  )
  return loadBalancers.find(({ applicationName }) => applicationName === 'front')?.url ?? ''
}
