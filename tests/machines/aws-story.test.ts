import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../builders/eventually'
import { readMime } from '../builders/read-mime'
import type { ApiClient } from '../builders/v1-client'
import {
  createApplication,
  createEnvironment,
  declareVersion,
  deleteEnvironment,
  deploy,
  deploymentEnds,
  linkAccount,
  signUp,
} from '../builders/v1-customer'
import { busyboxLayer } from '../docker/images'
import { missingForDocker } from '../docker/docker-programs'
import { followMotoInstances } from './moto-instances'
import { startSupplier, supplierAddress, type Supplier } from './supplier'
import { describeWithControlPlane } from '../kube/use-control-plane'
import { honourClientTokens } from '../moto/client-tokens'
import { installStack } from '../moto/install-stack'
import { listOwned } from '../moto/list-owned'
import { motoPython } from '../moto/moto-python'
import { platformAccountNumber, startMotoServer, type MotoServer } from '../moto/moto-server'
import { sendWarning } from '../moto/send-warning'
import { askTargets } from '../moto/target-requests'
import { useTestDatabase } from '../postgres/test-database'
import { buildProgram, startProgram, type BuiltProgram } from '../contract/production/program'
import { surroundingsOfController, surroundingsOfPortal } from '../contract/production/surroundings'

const missing = motoPython.missing() ?? missingForDocker()
const isSkipped = missing !== undefined && process.env.SDO_REQUIRE_ALL_SUITES !== '1'
const accountNumber = '123456781234'
const email = 'grace@example.com'
const { LIVE } = deploymentEnds

describeWithControlPlane(
  'SDO in production, with instances that moto lists and that are real',
  (useControlPlane) => {
    const database = useTestDatabase()
    let portalProgram: BuiltProgram
    let controllerProgram: BuiltProgram
    let moto: MotoServer
    let aws: MotoServer
    let supplier: Supplier
    beforeAll(async () => {
      if (isSkipped) return
      portalProgram = await buildProgram('app/main.ts', {
        'app/index': 'tests/contract/production/app-routes.ts',
      })
      controllerProgram = await buildProgram('controller/main.ts')
      moto = await startMotoServer()
      aws = await honourClientTokens(moto.endpoint)
      supplier = await startSupplier([
        {
          repository: 'team/web',
          tag: '1',
          layer: busyboxLayer(),
          config: {
            Cmd: ['/bin/sh', '-c', 'trap "exit 0" TERM; httpd -f -p 8080 -h /www & wait'],
            Env: ['PATH=/bin'],
          },
        },
      ])
    })
    afterAll(async () => {
      portalProgram?.remove()
      controllerProgram?.remove()
      await aws?.stop()
      await moto?.stop()
      await supplier?.stop()
    })

    it.skipIf(isSkipped)(
      'brings a version to Live, replaces what AWS takes back while all requests are answered, and leaves nothing behind',
      async () => {
        const person = await startInstallation()
        const accountId = await linkAccount(person, accountNumber, (template) =>
          installStack(aws.endpoint, accountNumber, template),
        )
        const instances = await followMotoInstances(aws.endpoint, accountNumber, supplier)
        onTestFinished(() => instances.stop())

        const environmentId = await createEnvironment(person)
        const { integrationId } = await createApplication(person, `${supplier.registry}/team/web`)
        const version = await declareVersion(person, integrationId, {
          dockerImageTag: '1',
          versionName: 'first',
        })
        await deploy(person, environmentId, { applicationVersionIdToDeploy: version.id }, LIVE)

        const requests = await askTargets(aws.endpoint, accountNumber, instances.addressOf)
        const [first = ''] = instances.running()
        await eventually('the instance serves', () => requests.looks.at(-1)?.answered.includes(first), 30_000)
        await sendWarning(aws.endpoint, accountNumber, first)
        await eventually(
          'the instance that AWS takes back is gone',
          () => !instances.running().includes(first),
          110_000,
        )
        await requests.stop()
        const [second = ''] = instances.running()
        expect(instances.running()).toHaveLength(1)
        expect(requests.looks.filter(({ answered }) => answered.length === 0)).toEqual([])
        expect(requests.looks.flatMap(({ silent }) => silent)).toEqual([])
        expect(requests.looks.at(0)?.answered).toEqual([first])
        expect(requests.looks.at(-1)?.answered).toEqual([second])
        const { logs } = await person.get<{ logs: { message: string }[] }>(
          `/v1/view-controller/environment/${environmentId}/logs/network`,
        )
        expect(logs.map(({ message }) => message).join('\n')).toMatch(
          new RegExp(`Terminating ${first}: .* It was replaced \\d+ seconds after the warning`),
        )

        await deleteEnvironment(person, environmentId)
        expect(instances.running()).toEqual([])
        await person.delete(`/v1/aws-account/${accountId}`)
        await eventually(
          'the account is gone',
          async () =>
            (await person.send('GET', `/v1/view-controller/aws-account/${accountId}/status`)).status === 404,
          30_000,
        )
        expect(await listOwned(aws.endpoint, accountNumber)).toEqual([])
      },
      300_000,
    )

    /** Portal and controller as they are delivered. @returns somebody who has signed up */
    async function startInstallation(): Promise<ApiClient> {
      const portal = await surroundingsOfPortal(database.url, {
        PLATFORM_ACCOUNT_NUMBER: platformAccountNumber,
      })
      startProgram(portalProgram, portal.environment)
      const controller = await surroundingsOfController(database.url, useControlPlane().kubeConfigPath, {
        PLATFORM_ACCOUNT_NUMBER: platformAccountNumber,
        CONTROL_CIDRS: `${supplierAddress}/32`,
        AGENT_BUNDLE_URL: supplier.bundleUrl,
        AGENT_BUNDLE_SHA256: supplier.bundleSha256,
        AWS_ENDPOINT_URL: aws.endpoint,
      })
      startProgram(controllerProgram, controller.environment)
      for (const address of [`${portal.url}/health`, `${controller.url}/readyz`])
        await eventually(
          `${address} to be well`,
          () =>
            fetch(address).then(
              ({ ok }) => ok,
              () => false,
            ),
          30_000,
        )
      return signUp(portal.url, { name: 'Grace Hopper', email, password: 'correcthorse9battery' }, () =>
        eventually('the mail comes', async () => {
          const [mail] = portal.mailServer.received
          return mail && /\b[A-Z0-9]{6}\b/.exec((await readMime(mail.raw)).text ?? '')?.[0]
        }),
      )
    }
  },
)
