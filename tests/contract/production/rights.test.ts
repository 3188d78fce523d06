import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds } from '../../../core/resources/kinds'
import { eventually } from '../../builders/eventually'
import { controllerRights, without } from '../../kube/controller-rights'
import { findFreePorts } from '../../kube/daemon'
import { grant, logInWith, writeKubeConfig, type Right } from '../../kube/service-account'
import { describeWithControlPlane } from '../../kube/use-control-plane'
import { useTestDatabase } from '../../postgres/test-database'
import { buildProgram, startProgram, type BuiltProgram } from './program'
import { surroundingsOfController } from './surroundings'

let program: BuiltProgram
beforeAll(async () => {
  program = await buildProgram('controller/main.ts')
})
afterAll(() => program.remove())

/** One of the names each, without reading by name: that is done only after a renewal that failed. */
const isSampleOfLeases = ({ resource, verb, name }: Right) =>
  resource === 'leases' && verb !== 'get' && (name === undefined || /controller$|shard-7$/.test(name))

describeWithControlPlane('a controller that Kubernetes refuses', (useControlPlane) => {
  const database = useTestDatabase()
  let accounts = 0

  async function start(changes: Record<string, string> = {}) {
    const { environment, url } = await surroundingsOfController(
      database.url,
      useControlPlane().kubeConfigPath,
      changes,
    )
    const { output } = startProgram(program, environment)
    const warnings = () =>
      output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { level: number; reason?: string; lease?: string; watch?: string })
        .filter(({ level }) => level === 40)
    const warned = (reason: RegExp) =>
      eventually(
        `a warning like ${reason}`,
        () => warnings().find((warning) => reason.test(warning.reason ?? '')),
        20_000,
      )
    const readiness = async () => {
      const answer = await fetch(`${url}/readyz`)
      return { status: answer.status, text: await answer.text() }
    }
    const metrics = () => fetch(`${url}/metrics`).then((answer) => answer.text())
    return { warnings, warned, readiness, metrics }
  }
  const startWith = async (rights: Right[]) => {
    const name = `account-${accounts++}`
    const kubeConfig = await logInWith(useControlPlane(), name, rights)
    const controller = await start({ KUBECONFIG: writeKubeConfig(kubeConfig) })
    return { ...controller, grant: (all: Right[]) => grant(useControlPlane(), name, all) }
  }
  const forgetLease = () => useControlPlane().kubectl(['-n', 'sdo', 'delete', 'lease', '--all'])

  it('is ready with the rights that the chart gives it, and warns of nothing', async () => {
    await forgetLease()
    const { readiness, metrics, warnings } = await startWith(controllerRights())
    await eventually(
      'it is ready',
      async () => (await readiness().catch(() => undefined))?.status === 200,
      20_000,
    )
    const watching = await eventually('it watches', async () => {
      const text = await metrics()
      return text.includes('source="watch mirror/Deployment"') && text
    })
    expect(watching).toContain('leader_election_master_status{name="sdo-controller-shard-0"} 1')
    for (const kind of Object.keys(kinds)) expect(watching).toMatch(`source="watch mirror/${kind}"`)
    expect(watching).toMatch(/sdo_watch_silence_seconds\{source="watch reconcilers\/Environment"\} \d/)
    await eventually('all watches live', async () => (await readiness()).status === 200)
    expect(warnings()).toEqual([])
  })

  it('without any right says which one it needs first, and is not ready', async () => {
    const { warned, readiness, metrics } = await startWith([])
    expect(
      await warned(/cannot list resource "leases" in API group "coordination.k8s.io" in the namespace "sdo"/),
    ).toMatchObject({
      reason: expect.stringMatching('docs/operations.md') as string,
    })
    const { status, text } = await readiness()
    expect(status).toBe(503)
    expect(text).toMatch(/lease sdo-controller has not answered yet.*cannot list resource "leases"/)
    expect(await metrics()).toContain('leader_election_master_status{name="sdo-controller-shard-0"} 0')
    expect(await metrics()).toContain('sdo_watch_failing{source="lease sdo-controller"} 1')
  })

  describe('that misses one right of the leases', () => {
    it.each(
      controllerRights()
        .filter(isSampleOfLeases)
        .map((right) => [`${right.verb} ${right.name ?? 'any'}`, right] as const),
    )('to %s says so', async (_, right) => {
      await forgetLease()
      const { warned } = await startWith(without(right))
      await warned(new RegExp(`cannot ${right.verb} resource "leases"`))
    })
  })

  describe('that misses one right to know what there is', () => {
    // Of every kind: tests/contract/store/rights.test.ts.
    const watching = controllerRights().filter(
      ({ resource, verb }) => resource === 'environments' && (verb === 'list' || verb === 'watch'),
    )
    it.each(watching.map((right) => [`${right.verb} ${right.resource}`, right] as const))(
      'to %s says so, is not ready although it leads, and recovers by itself once it is granted',
      async (_, right) => {
        await forgetLease()
        const { warned, readiness, metrics, grant } = await startWith(without(right))
        await warned(new RegExp(`cannot ${right.verb} resource "${right.resource}" in API group "sdo.dev"`))
        const { status, text } = await readiness()
        expect(status).toBe(503)
        expect(text).toMatch(new RegExp(`watch (mirror|reconcilers)/.*cannot ${right.verb} resource`))
        expect(await metrics()).toMatch(/sdo_watch_failing\{source="watch mirror\/\w+"\} 1/)
        await grant(controllerRights())
        await eventually('it is ready', async () => (await readiness()).status === 200, 30_000)
        expect(await metrics()).not.toMatch(/sdo_watch_failing\{.*\} 1/)
      },
    )
  })

  it('has no namespace: it says which one to create', async () => {
    const { warned, readiness } = await start({ NAMESPACE: 'absent' })
    await warned(/namespaces "absent" not found.*Create the namespace/)
    expect((await readiness()).text).toContain('lease sdo-controller has not answered yet')
  })

  it('cannot reach it: it says where it tried', async () => {
    const { kubeConfig } = useControlPlane()
    const [port] = await findFreePorts(1)
    const away = new URL(kubeConfig.getCurrentCluster()?.server ?? '')
    away.port = String(port)
    const elsewhere = await logInWith(useControlPlane(), `account-${accounts++}`, [], away.origin)
    const { warned, readiness } = await start({ KUBECONFIG: writeKubeConfig(elsewhere) })
    await warned(new RegExp(`could not be reached: connect ECONNREFUSED 127.0.0.1:${port}`))
    expect((await readiness()).status).toBe(503)
  })
})
