import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { buildContexts } from '../../helm/images/contexts.mjs'
import { ensureBuilt } from '../../standalone/start/ensure-built.mjs'
import { eventually } from '../builders/eventually'
import { MailServer } from '../builders/mail-server'
import { readMime } from '../builders/read-mime'
import {
  createApplication,
  createEnvironment,
  declareVersion,
  deploy,
  deploymentEnds,
  linkAccount,
  signUp,
} from '../builders/v1-customer'
import { missingForDocker } from '../docker/docker-programs'
import { busyboxLayer } from '../docker/images'
import { useDocker } from '../docker/use-docker'
import { helmProgram } from '../helm/helm-program'
import { findFreePorts } from '../kube/daemon'
import { describeUnlessMissing, describeWithControlPlane } from '../kube/use-control-plane'
import { honourClientTokens } from '../moto/client-tokens'
import { installStack } from '../moto/install-stack'
import { motoPython } from '../moto/moto-python'
import { platformAccountNumber, startMotoServer, type MotoServer } from '../moto/moto-server'
import { askTargets } from '../moto/target-requests'
import { createEmptyDatabase } from '../postgres/empty-database'
import { useTestDatabase } from '../postgres/test-database'
import { buildImage, importBase } from './images/build-image'
import { commandsIn, printedIn } from '../helm/manual'
import { followMotoInstances } from './moto-instances'
import { startNode } from './node/node'
import { openShell } from '../helm/reader'
import { startSupplier, supplierAddress, type Supplier } from './supplier'

const accountNumber = '123456781234'
/** As the header of a program says for which processor it is. */
const machineOf = (path: string) => readFileSync(path).readUInt16LE(18)

const missing = helmProgram.missing() ?? missingForDocker() ?? motoPython.missing()
describeUnlessMissing(missing, 'an installation by docs/install.md', () =>
  describeWithControlPlane(
    'on an empty cluster',
    (useControlPlane) => {
      const database = useTestDatabase()
      let contexts: string
      let moto: MotoServer
      let aws: MotoServer
      let supplier: Supplier
      beforeAll(async () => {
        ensureBuilt()
        contexts = mkdtempSync(join(tmpdir(), 'sdo-images-'))
        await buildContexts(contexts)
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
        rmSync(contexts, { recursive: true, force: true })
        await aws?.stop()
        await moto?.stop()
        await supplier?.stop()
      })
      const useDaemon = useDocker(async ({ docker }) => {
        await importBase(docker, 'sdo-base')
        const builds = commandsIn('Images').flatMap((command) => {
          const [, process, tag] = /buildx build .*\/(\w+)\.Dockerfile --tag (\S+) /.exec(command) ?? []
          return process && tag ? [{ process, tag }] : []
        })
        await Promise.all(builds.map((build) => buildImage(docker, { ...build, contexts, base: 'sdo-base' })))
      })

      it('has a Node and packages for either architecture in its images', () => {
        const argon = 'node_modules/@node-rs'
        for (const [architecture, machine, name] of [
          ['amd64', 62, 'x64'],
          ['arm64', 183, 'arm64'],
        ] as const) {
          const library = `argon2-linux-${name}-gnu/argon2.linux-${name}-gnu.node`
          expect(machineOf(join(contexts, 'app', architecture, 'node'))).toBe(machine)
          expect(machineOf(join(contexts, 'controller', architecture, 'node'))).toBe(machine)
          expect(machineOf(join(contexts, 'app', architecture, argon, library))).toBe(machine)
        }
      })

      it('brings an application to Live, and leaves it running when it is uninstalled', async () => {
        const reader = await openShell(useControlPlane())
        onTestFinished(() => reader.leave())
        const { docker } = useDaemon()
        const { kubeConfig } = useControlPlane()
        const node = startNode({ docker, kubeConfig, namespace: 'sdo' })
        onTestFinished(() => node.stop())
        const mailServer = new MailServer({ credentials: { user: 'sdo', pass: 'mail-server-password' } })
        await mailServer.start()
        onTestFinished(() => mailServer.stop())

        const secrets: Record<string, string> = {
          'sdo-database': await createEmptyDatabase(database),
          'sdo-mail': mailServer.url,
          'sdo-authenticators': `2027:${randomBytes(32).toString('base64')}`,
          'sdo-master': randomBytes(32).toString('base64'),
        }
        for (const command of commandsIn('Secrets')) {
          const [, name = '', file] = /secret generic (\S+) --from-file=(\S+)/.exec(command) ?? []
          if (file) reader.write(file, secrets[name] ?? '')
          await reader.run(command)
        }
        await reader.run(
          'kubectl -n sdo create secret generic aws --from-literal=AWS_ACCESS_KEY_ID=test --from-literal=AWS_SECRET_ACCESS_KEY=test',
        )
        const [port = 0, healthPort = 0, controllerPort = 0] = await findFreePorts(3)
        const values = changed(parse(printedIn('Values', 'yaml').join('\n')) as Values, {
          platformAccountNumber,
          // All pods are in the network of this machine.
          listenAddress: '127.0.0.1',
          service: { port },
          app: { replicas: 1, port, healthPort },
          controller: {
            replicas: 1,
            healthPort: controllerPort,
            controlCidrs: [`${supplierAddress}/32`],
            agentBundle: { url: supplier.bundleUrl, sha256: supplier.bundleSha256 },
            serviceAccount: { annotations: {} },
            aws: { secret: { name: 'aws' } },
            extraEnv: [{ name: 'AWS_ENDPOINT_URL', value: aws.endpoint }],
          },
        })
        reader.write('values.yaml', stringify(values))
        const said: string[] = []
        for (const command of commandsIn('Install')) said.push(await node.during(reader.run(command)))
        expect(said.join('\n')).toMatch(/TEST SUITE: +sdo-test[\s\S]*Phase: +Succeeded/)

        const origin = `http://127.0.0.1:${port}`
        const [style = ''] = /\/build\/[^"]+\.css/.exec(await (await fetch(origin)).text()) ?? []
        expect((await fetch(`${origin}${style}`)).status).toBe(200)
        expect(await (await fetch(`${origin}/sdo.mjs`)).text()).toMatch(/^#!\/usr\/bin\/env node\n/)

        const person = await signUp(
          origin,
          { name: 'Grace Hopper', email: 'grace@example.com', password: 'correcthorse9battery' },
          () =>
            eventually('the mail comes', async () => {
              const [mail] = mailServer.received
              return mail && /\b[A-Z0-9]{6}\b/.exec((await readMime(mail.raw)).text ?? '')?.[0]
            }),
        )
        await linkAccount(person, accountNumber, (template) =>
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
        await deploy(person, environmentId, { applicationVersionIdToDeploy: version.id }, deploymentEnds.LIVE)
        // A deployment is Live before its environment has said so too.
        await reader.run('kubectl -n sdo wait --for=condition=Ready env --all --timeout=60s')
        expect(await reader.run('kubectl -n sdo get sdo')).toMatch(
          /environment\S*\/\S+ +Production +True +Ready +1\/1 +1\/1/,
        )

        const [portal, controller] = ['sdo-app', 'sdo-controller'].map(node.containerOf)
        const requests = await askTargets(aws.endpoint, accountNumber, instances.addressOf)
        const [running = ''] = instances.running()
        await eventually('the instance serves', () => requests.looks.at(-1)?.answered.includes(running))
        await reader.run('helm uninstall sdo --namespace sdo')
        const ends = [portal, controller].map((container) => container?.ended())
        expect(await node.during(Promise.all(ends))).toEqual([0, 0])
        const looks = requests.looks.length
        await eventually('requests are answered without SDO', () => requests.looks.length > looks + 1)
        await requests.stop()
        expect(requests.looks.flatMap(({ silent }) => silent)).toEqual([])
        expect(requests.looks.at(-1)?.answered).toEqual([running])
      })
    },
    { isEmpty: true },
  ),
)

type Values = { [name: string]: unknown }

const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values with those of `changes` in their places. */
const changed = (values: Values, changes: Values): Values => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const before = values[name]
      return [
        name,
        isMap(before) && isMap(value) && Object.keys(value).length > 0 ? changed(before, value) : value,
      ]
    }),
  ),
})
