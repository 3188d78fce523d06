import { expect, test } from '@playwright/test'
import { dockerIsMissing } from '../docker/docker-programs'
import { startDockerDaemon, type DockerDaemon } from '../docker/docker-daemon'
import { importImage, runningShell } from '../docker/images'
import { createDataDir, removeDataDir, Sdo } from './start-sdo'
import { ApiClient } from '../builders/v1-client'

const LIVE = 2

/** Answers at every path with what its stop endpoint says, as it is reached from the container. */
const curious = runningShell(
  'mkdir -p /tmp/www && trap "exit 0" TERM; echo well > /tmp/www/health; wget -q -O /tmp/www/stop $SDO_STOP_URL; httpd -f -p 80 -h /tmp/www & wait',
)

let daemon: DockerDaemon
let dataDir: string
let sdo: Sdo | undefined

test.describe('npm start where a Docker answers', () => {
  test.skip(dockerIsMissing, 'Real containers need root, for a Docker of the tests’ own.')

  test.beforeAll(async () => {
    test.setTimeout(15 * 60_000)
    daemon = await startDockerDaemon()
    await importImage(daemon.docker, 'shop/front:7', curious)
  })
  test.afterAll(async () => daemon?.stop())
  test.beforeEach(() => {
    dataDir = createDataDir()
  })
  test.afterEach(async () => {
    await sdo?.interrupt()
    removeDataDir(dataDir)
  })

  const start = () =>
    (sdo = new Sdo({ dataDir, environment: { DOCKER_HOST: `unix://${daemon.socketPath}` } }))
  const containers = () => daemon.docker.listContainers({ all: true })
  const statusOf = (url: string) =>
    fetch(url).then(
      ({ status }) => status,
      () => undefined,
    )

  test('runs the sample and an own image in containers, carries on after a SIGKILL, and leaves none after Ctrl-C', async () => {
    const first = start()
    await first.ready()
    expect(first.output).toContain(`Instances run any image, with Docker at unix://${daemon.socketPath}.`)
    const sample = await first.sampleUrl()
    expect(await (await fetch(sample)).json()).toMatchObject({ application: 'sample', version: '1', pid: 1 })

    const own = await deployOwnImage(first)
    expect(await (await fetch(`${own}/stop`)).json()).toEqual({ stop: false })
    const before = await containers()
    expect(before.map(({ Image }) => Image).sort()).toEqual(['sdo/sample:1', 'shop/front:7'])

    await first.kill()
    const second = start()
    await second.ready()
    await expect.poll(() => statusOf(sample), { timeout: 30_000 }).toBe(200)
    expect((await containers()).map(({ Id }) => Id).sort()).toEqual(before.map(({ Id }) => Id).sort())

    expect(await second.interrupt()).toBe(0)
    expect(await containers()).toEqual([])

    const third = start()
    await third.ready()
    await expect.poll(() => statusOf(sample), { timeout: 30_000 }).toBe(200)
    await expect.poll(() => statusOf(`${own}/health`), { timeout: 30_000 }).toBe(200)
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
