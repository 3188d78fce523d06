import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createKubernetesStore } from '../../../controller/store/kubernetes'
import { silentLogger } from '../../../core/logging/logger'
import { deploymentStates } from '../../../core/resources/wire-states'
import type { Application } from '../../../db/models/application'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { Team } from '../../../db/models/team'
import { eventually } from '../../builders/eventually'
import { behaviours } from '../../builders/fake-agents'
import { addVersion, buildEnvironment, buildQueuedDeployment, buildVersion } from '../../builders/team-rows'
import { helmProgram } from '../../helm/helm-program'
import { openShell } from '../../helm/reader'
import { controllerRights } from '../../kube/controller-rights'
import { logInWith } from '../../kube/service-account'
import { describeUnlessMissing, describeWithControlPlane } from '../../kube/use-control-plane'
import { postgresClient } from '../../postgres/client-programs'
import { takePrintedBackup } from '../../postgres/printed-backup'
import { useTestDatabase } from '../../postgres/test-database'
import { buildLeanApplication } from '../../simulation/lean-application'
import { buildRealTimePlatform } from '../../simulation/real-time-platform'

const { LIVE } = deploymentStates

/** The commands that docs/operations.md prints below a heading. */
const commandsOf = (heading: string): string[] => {
  const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split(`\n### ${heading}\n`)
  return (/```sh\n([\s\S]*?)\n```/.exec(section)?.[1] ?? '').split('\n')
}

beforeAll(() => {
  behaviours.swift = { startedAfter: 0, healthyAfter: 10, stopsWithin: 10 }
})

/** The pages of docs/operations.md on losses, with the whole controller, Kubernetes and Postgres. In every order of events: tests/simulation. */
describeWithControlPlane('what is lost beneath a controller', (useControlPlane) => {
  const database = useTestDatabase()
  afterEach(() => Team.destroy({ where: {} }))

  let accounts = 0
  /** A service account that may do what the chart lets the controller do, and nothing else. */
  const logIn = () => logInWith(useControlPlane(), `controller-${(accounts += 1)}`, controllerRights())

  /** A platform on Kubernetes with an environment whose first deployment is live. */
  async function begin() {
    const kubeConfig = await logIn()
    const store = createKubernetesStore({ kubeConfig, namespace: 'sdo', log: silentLogger })
    const platform = await buildRealTimePlatform(database, store)
    const { account, aws, accountNumber, start, ports } = platform
    let controller = await start(ports)
    onTestFinished(async () => {
      await controller.stop()
      await store.close()
      await aws.close()
    })
    await eventually('the account is right', async () => (await account.reload()).state === 'SUCCESS', 20_000)
    const environment = await buildEnvironment(account)
    const application = await buildLeanApplication(environment.teamId, 'Shop')
    await deploy(environment, application)
    const instances = () => aws.getAccount(accountNumber)?.instances.map(({ id, state }) => [id, state]) ?? []
    return {
      ...platform,
      environment,
      application,
      /** All that were ever launched, and how they are. */
      instances,
      /** The same, once as many run as there are environments, and the others are gone. */
      settled: (count: number) =>
        eventually('what is not needed is gone', () => {
          const running = instances().filter(([, state]) => state !== 'terminated')
          return running.length === count && instances()
        }),
      /** The service account is lost with the rest. The controller gets a token of the new one, as kubelet has it in its file. */
      loseEtcd: async () => {
        await useControlPlane().loseEtcd()
        const token = (await logIn()).getCurrentUser()?.token
        Object.assign(kubeConfig.getCurrentUser() ?? {}, { token })
      },
      stopController: () => controller.stop(),
      readiness: () => fetch(`${controller.healthUrl}/readyz`).then((answer) => answer.text()),
      startController: async () => void (controller = await start(ports)),
    }
  }

  async function deploy(environment: Environment, application: Application): Promise<Deployment> {
    const version = addVersion(await buildVersion(application, 'swift'))
    const deployment = await buildQueuedDeployment(environment, [version])
    await eventually('it is live', async () => (await deployment.reload()).state === LIVE, 20_000)
    await eventually(
      'the environment is well',
      async () => (await environment.reload()).statusType === 'READY',
      20_000,
    )
    return deployment
  }

  const kubectl = async (...parameters: string[]) =>
    (await useControlPlane().kubectl(['-n', 'sdo', ...parameters])).stdout
  const phaseOf = ({ id }: Environment) =>
    kubectl('get', 'environment', id, '--ignore-not-found', '-o=jsonpath={.status.phase}')

  it.each([
    ['that goes on', false],
    ['that is started afterwards', true],
  ])(
    'is all of etcd: a controller %s makes every resource anew, launches nothing, and deploys on',
    async (_, isNew) => {
      const { environment, application, instances, settled, loseEtcd, stopController, startController } =
        await begin()
      const before = await settled(1)
      const status = () =>
        kubectl('get', 'environment', environment.id, '-o=jsonpath={.status.instances} {.status.processes}')
      const told = await status()
      if (isNew) await stopController()
      await loseEtcd()
      if (isNew) {
        expect(await kubectl('get', 'sdo')).toBe('')
        await startController()
      }
      await eventually('it is back', async () => (await phaseOf(environment)) === 'Ready', 30_000)
      expect(await status()).toBe(told)
      expect(instances()).toEqual(before)
      await deploy(environment, application)
    },
  )

  describeUnlessMissing(helmProgram.missing(), 'a definition', () => {
    it('that was deleted is said by readiness with the remedy, and by the printed commands all of its kind comes back, with nothing launched', async () => {
      const { account, environment, application, instances, settled, readiness, ...platform } = await begin()
      const reader = await openShell(useControlPlane())
      onTestFinished(() => reader.leave())
      const before = await settled(1)
      const status = () =>
        kubectl('get', 'environment', environment.id, '-o=jsonpath={.status.instances} {.status.processes}')
      const told = await status()
      await reader.run('kubectl annotate crd environments.sdo.dev sdo.dev/allow-deletion=true')
      await reader.run('kubectl delete crd environments.sdo.dev --wait=false')

      const waiting = await buildEnvironment(account, 'Asked for since')
      const said = await eventually(
        'it is said',
        async () => /definition of Environment fails.*/.exec(await readiness())?.[0],
        30_000,
      )
      expect(said).toContain('docs/operations.md says under “A definition was deleted” how it comes back.')
      expect(readFileSync('docs/operations.md', 'utf8')).toContain('\n### A definition was deleted\n')

      const [stop = '', ...others] = commandsOf('A definition was deleted')
      expect(stop).toContain('--replicas=0')
      const start = others.pop()
      expect(start).toContain('--replicas=2')
      await platform.stopController()
      await reader.run(others.join('\n'))
      expect(await kubectl('get', 'environments')).toBe('')
      await platform.startController()
      await eventually('it is back', async () => (await phaseOf(environment)) === 'Ready', 30_000)
      expect(await status()).toBe(told)
      expect(instances()).toEqual(before)
      await eventually('what waited is made', async () => (await phaseOf(waiting)) === 'Ready', 30_000)
      await deploy(environment, application)
    })
  })

  describeUnlessMissing(postgresClient.missing(), 'the last hour of Postgres', () => {
    it('is put back by the printed commands: what runs goes on, is taken in or told of, and nothing is launched twice', async () => {
      const { account, environment, application, instances, settled, stopController, startController } =
        await begin()
      const restore = await takePrintedBackup(database)
      const second = await deploy(environment, application)
      const since = await buildEnvironment(account, 'Created since')
      await deploy(since, application)
      const before = await settled(2)

      await stopController()
      await restore()
      expect(await Deployment.findByPk(second.id)).toBeNull()
      await startController()
      await eventually(
        'the deployment is taken in',
        async () => (await Deployment.findByPk(second.id))?.state === LIVE,
        20_000,
      )
      await eventually('operators are told', async () =>
        (await kubectl('events', '--types=Warning')).includes('UnknownToPortal'),
      )
      await eventually('it is well', async () => (await phaseOf(environment)) === 'Ready')
      expect(await phaseOf(since)).toBe('Ready')
      expect(instances()).toEqual(before)
      await deploy(environment, application)
    })
  })
})
