import { expect, it } from 'vitest'
import { ApplicationOverride } from '../../db/models/application-override'
import { User } from '../../db/models/user'
import { deploymentStates } from '../../core/resources/wire-states'
import { run } from '../../cli/run'
import { useAppServer } from '../builders/app-server'
import type { Browser } from '../builders/browser'
import { buildSurroundings } from '../builders/cli-surroundings'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildProcess } from '../builders/environment-parts'
import { buildEnvironmentStatus } from '../builders/resource-status'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const server = useAppServer(useTestDatabase())

async function setUp(email: string) {
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
  const application = await buildApplication(teamId)
  const version = await buildVersion(application)
  const { id: deployment } = await buildDeployment(environment, [version])
  const of = { applicationId: application.id, deployment, phase: 'Serving' as const }
  /** The controller last saw these processes, and was content. */
  const seeing = (processes: Partial<typeof of & { crashLoopEpoch: number; restarts: number }>[]) =>
    environment.update({
      statusType: 'READY',
      statusMessage: `${processes.length} processes on 1 instance.`,
      status: buildEnvironmentStatus({
        processes: processes.map((process, index) => buildProcess(`p${index}`, { ...of, ...process })),
      }),
    })
  const wanting = (count: number) =>
    ApplicationOverride.create({
      environmentId: environment.id,
      applicationId: application.id,
      count,
      roles: {},
    })
  return { browser, environment, application, version, seeing, wanting }
}

async function sdo({ address, cookies }: Browser, ...parameters: string[]): Promise<string> {
  const { surroundings, seen } = buildSurroundings((request) => fetch(request))
  Object.assign(surroundings.options, { url: address, token: cookies.get('X-SDO-AUTHORIZATION') })
  await run(surroundings, parameters, '1.2.3')
  return seen.written
}

/** What each place says of the one environment and its one application. */
async function told({ browser, environment: { id } }: Awaited<ReturnType<typeof setUp>>) {
  const read = async <Body>(path: string) => (await browser.call('GET', `/v1${path}`)).json<Body>()
  const words = async (path: string) =>
    (await browser.open(path)).text.replace(/<!-- -->/g, '').replace(/<[^>]*>/g, ' ')
  interface Counts {
    numHealthy: number
    numWanted: number
  }
  interface State {
    statusType: string
    statusMessage: string
  }
  const { environments } = await read<{
    environments: (State & { numHealthy: number; numProcesses: number })[]
  }>('/view-controller/environment')
  const overview = await read<{ applications: Counts[] }>(`/view-controller/environment/${id}/overview`)
  const { applications } = await read<{ applications: { live: Counts[] }[] }>('/view-controller/process')
  const status = await read<State>(`/view-controller/environment/${id}/status`)
  const detail = await read<{ status: State }>(`/view-controller/environment/${id}`)
  const [listed] = environments
  return {
    states: [listed, status, detail.status].map((state) => [state?.statusType, state?.statusMessage]),
    counts: [
      [listed?.numHealthy, listed?.numProcesses],
      ...[overview.applications[0], applications[0]?.live[0]].map((one) => [one?.numHealthy, one?.numWanted]),
    ],
    pages: {
      list: await words('/portal/environments'),
      overview: await words(`/portal/environments/detail?id=${id}`),
      applications: await words('/portal/applications'),
    },
    cli: {
      envs: await sdo(browser, 'envs'),
      status: await sdo(browser, 'status', 'Production'),
      apps: await sdo(browser, 'apps'),
    },
  }
}

const all = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)

it('an environment that was just scaled up is healthy nowhere, and each place counts the same processes', async () => {
  const scaled = await setUp('scaled@example.com')
  await scaled.seeing(all(9, {}))
  await scaled.wanting(9)
  const before = await told(scaled)
  expect(before.states).toEqual(all(3, ['READY', '9 processes on 1 instance.']))
  expect(before.counts).toEqual(all(3, [9, 9]))
  expect(before.pages.list).toContain('Healthy')
  expect(before.cli.status).toContain('Production: Healthy. 9 processes on 1 instance.')

  await ApplicationOverride.destroy({ where: { environmentId: scaled.environment.id } })
  await scaled.wanting(13)
  const { states, counts, pages, cli } = await told(scaled)
  expect(states).toEqual(all(3, ['WORKING', '9 of 13 processes are healthy.']))
  expect(counts).toEqual(all(3, [9, 13]))
  expect(pages.list).toContain('9 of 13 processes')
  expect(pages.overview).toContain('9 of 13')
  expect(pages.applications).toContain('9 of 13')
  for (const page of [pages.list, pages.overview]) expect(page).not.toContain('9 processes on 1 instance.')
  expect(cli.envs).toMatch(/Updating +9\/13/)
  expect(cli.status).toContain('Production: Updating. 9 of 13 processes are healthy.')
  expect(cli.status).toMatch(/v1 +9\/13/)
  expect(cli.apps).toContain('v1 9/13')
})

it('a version on its way counts for every place as soon as it is wanted, and spares and what is drained for none', async () => {
  const { DEPLOYING } = deploymentStates
  const deploying = await setUp('deploying@example.com')
  await deploying.wanting(3)
  await deploying.seeing([...all(4, {}), ...all(2, { phase: 'Draining' as never })])
  expect((await told(deploying)).counts).toEqual(all(3, [3, 3]))
  await deploying.application.update({ count: 5 })
  await ApplicationOverride.destroy({ where: { environmentId: deploying.environment.id } })
  await buildDeployment(deploying.environment, [await buildVersion(deploying.application, 'v2')], DEPLOYING)
  expect((await told(deploying)).counts).toEqual(all(3, [4, 5]))
})

it('a crash loop shows on every list while the process is up, with its restarts', async () => {
  const looping = await setUp('looping@example.com')
  await looping.wanting(2)
  await looping.seeing([{ crashLoopEpoch: 1, restarts: 4 }, {}])
  const { pages, cli } = await told(looping)
  expect(pages.overview).toMatch(/Keeps crashing[^a-z]+Restarted 4 times/)
  expect(pages.applications).toContain('Keeps crashing')
  expect(cli.status).toContain('2/2 UNSTABLE')
  expect(cli.status).toContain('Shop: restarted 4 times.')
  expect(cli.apps).toContain('2/2 UNSTABLE')
  await looping.seeing([{}, {}])
  const well = await told(looping)
  for (const place of [...Object.values(well.pages), ...Object.values(well.cli)])
    expect(place).not.toMatch(/Keeps crashing|UNSTABLE|estarted/)
})
