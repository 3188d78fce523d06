import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { KubeConfig } from '@kubernetes/client-node'
import { buildContexts } from '../../helm/images/contexts.mjs'
import { ensureBuilt } from '../../standalone/start/ensure-built.mjs'
import { eventually } from '../builders/eventually'
import { missingForDocker } from '../docker/docker-programs'
import { useDocker } from '../docker/use-docker'
import { environmentOf, podOf, render, withValues } from '../helm/chart'
import { helmProgram } from '../helm/helm-program'
import { controllerRights } from '../kube/controller-rights'
import { findFreePorts } from '../kube/daemon'
import { logInWith } from '../kube/service-account'
import { describeUnlessMissing, describeWithControlPlane } from '../kube/use-control-plane'
import { useTestDatabase } from '../postgres/test-database'
import { buildImage, importBase } from './images/build-image'
import { runContainer } from './images/run-container'

/** Of the group in which the chart's pods run. */
const podGroup = 65532
/** As the header of a program says for which processor it is. */
const machineOf = (path: string) => readFileSync(path).readUInt16LE(18)

describeUnlessMissing(helmProgram.missing() ?? missingForDocker(), 'the images', () =>
  describeWithControlPlane('of portal and controller', (useControlPlane) => {
    const database = useTestDatabase()
    let contexts: string
    beforeAll(async () => {
      ensureBuilt()
      contexts = mkdtempSync(join(tmpdir(), 'sdo-images-'))
      await buildContexts(contexts)
    })
    afterAll(() => rmSync(contexts, { recursive: true, force: true }))
    const useDaemon = useDocker(async ({ docker }) => {
      await importBase(docker, 'sdo-base', join(contexts, 'app/amd64/node'))
      for (const image of ['app', 'controller']) await buildImage(docker, image, contexts, 'sdo-base')
    })

    it('have a Node and packages for either architecture', () => {
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

    it('run as the chart says, nobody of note and on files that cannot be written', async () => {
      const [port, healthPort] = await findFreePorts(2)
      const rendered = await render(
        withValues([], {
          'app.port': port,
          'service.port': port,
          'controller.healthPort': healthPort,
          'controller.kubeconfig.secret.name': 'cluster',
          listenAddress: '127.0.0.1',
        }),
      )
      const { docker } = useDaemon()
      const account = await logInWith(useControlPlane(), 'sdo-controller', controllerRights())
      const secrets = mountSecrets({
        DATABASE_URL: database.url,
        SMTP_URL: 'smtps://sdo:mail-server-password@127.0.0.1:1',
        AUTHENTICATOR_KEYS: `2027:${randomBytes(32).toString('base64')}`,
        MASTER_KEY: randomBytes(32).toString('base64'),
        KUBECONFIG: withCertificate(account),
      })
      const run = (image: string, kind: string, name: string) => {
        const pod = podOf(rendered, kind, name)
        const [container] = pod.containers
        return runContainer(docker, image, {
          args: container?.args,
          environment: { ...environmentOf(pod), AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
          memory: container?.resources.limits.memory ?? '',
          secrets,
          hosts: ['sdo-app', 'sdo-controller'],
        })
      }

      const migration = await run('sdo-app', 'Job', 'sdo-migration')
      expect(await migration.ended()).toBe(0)
      expect(await migration.output()).toContain('The schema is up to date.')

      const portal = await run('sdo-app', 'Deployment', 'sdo-app')
      const controller = await run('sdo-controller', 'Deployment', 'sdo-controller')
      const statusOf = (url: string) =>
        fetch(url).then(
          ({ status }) => status,
          () => undefined,
        )
      await eventually(
        'the portal answers',
        async () => (await statusOf(`http://127.0.0.1:${port}/health`)) === 200,
        60_000,
      )
      const metrics = () =>
        fetch(`http://127.0.0.1:${healthPort}/metrics`).then(
          (answer) => answer.text(),
          () => '',
        )
      await eventually(
        'the controller leads',
        async () => (await metrics()).includes('leader_election_master_status{name="sdo-controller"} 1'),
        60_000,
      )
      await eventually(
        'it is ready',
        async () => (await statusOf(`http://127.0.0.1:${healthPort}/readyz`)) === 200,
        60_000,
      )
      expect(await leaseHolder()).not.toBe('')

      const page = await fetch(`http://127.0.0.1:${port}/`)
      expect(page.status).toBe(200)
      const [style = ''] = /\/build\/[^"]+\.css/.exec(await page.text()) ?? []
      expect(await statusOf(`http://127.0.0.1:${port}${style}`)).toBe(200)

      const test = await run('sdo-app', 'Pod', 'sdo-test')
      expect(await test.ended()).toBe(0)
      const said = await test.output()
      expect(said).toContain(`http://sdo-app:${port}/health 200`)
      expect(said).toContain(`http://sdo-controller:${healthPort}/readyz 200 ok`)

      await Promise.all([portal.stop(35), controller.stop(60)])
      expect(await portal.ended()).toBe(0)
      expect(await controller.ended()).toBe(0)
      expect(await leaseHolder()).toBe('')
    })

    const leaseHolder = async () => {
      const path = '-o=jsonpath={.spec.holderIdentity}'
      return (await useControlPlane().kubectl(['-n', 'sdo', 'get', 'lease', 'sdo-controller', path])).stdout
    }
  }),
)

/** A folder as Kubernetes mounts Secrets: read by the group of the pod alone. Until the test ends. */
function mountSecrets(contents: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o750)
  chownSync(folder, 0, podGroup)
  for (const [name, content] of Object.entries(contents)) {
    const path = join(folder, name)
    writeFileSync(path, content, { mode: 0o440 })
    chownSync(path, 0, podGroup)
  }
  return folder
}

/** The kubeconfig with the certificate in it, because files of this machine are not in a container. */
function withCertificate(kubeConfig: KubeConfig): string {
  const exported = JSON.parse(kubeConfig.exportConfig()) as {
    clusters: { cluster: Record<string, string> }[]
  }
  for (const { cluster } of exported.clusters) {
    cluster['certificate-authority-data'] = readFileSync(cluster['certificate-authority'] ?? '').toString(
      'base64',
    )
    delete cluster['certificate-authority']
  }
  return JSON.stringify(exported)
}
