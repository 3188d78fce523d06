import { processLines } from '../../core/environment-log/process-lines'
import { describe, expect, it } from 'vitest'
import { deploymentSteps } from '../../core/resources/deployment'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { buildLive } from './build-live'
import { neverFewerServing } from './never-fewer-serving'

/** On which anybody may reach load balancers. */
const openPorts = (bench: EnvironmentBench): number[] =>
  bench
    .snapshot()
    .things.flatMap(({ kind, id }) =>
      kind === 'securityGroupRule' ? Number(/\/rule\/(\d+)-\d+\/0\.0\.0\.0\/0$/.exec(id)?.[1] ?? []) : [],
    )
    .filter((port) => port > 0)
    .sort((a, b) => a - b)

describe('a deployment', () => {
  it('carries an application from nothing to Live behind its load balancer', async () => {
    const { bench, live } = await buildLive(['web', { count: 2 }])

    expect(bench.servingTags()).toEqual(['1', '1'])
    const status = await bench.status()
    expect(status.loadBalancers).toMatchObject([{ applicationId: 'web', port: 80, url: expect.any(String) }])
    expect(status.costPerHour).toBeGreaterThan(0)
    expect(status.servingDeployment).toBe(live)
    expect(status.message).toBe('2 processes on 1 instance.')
    const messages = await bench.messages()
    expect(messages).toContain('The network is ready.')
    expect(messages).toContain('Deployment 1 started: web is added with version 1.')
    expect(messages).toContain('Process web is healthy (version 1, 2 of 2).')
    expect(messages.at(-1)).toBe('Deployment complete. Deployment 1 is live.')
    const { timeline, startedEpoch, finishedEpoch } =
      (await bench.store.get('Deployment', live))?.status ?? {}
    expect(Object.keys(timeline ?? {}).sort()).toEqual([...deploymentSteps].sort())
    const { network, loadBalancers, instances, pulled, started, healthy, serving } = timeline ?? {}
    for (const inOrder of [
      [startedEpoch, network, instances, started, healthy, serving, finishedEpoch],
      [network, loadBalancers, serving],
      [startedEpoch, pulled, started],
    ])
      expect([...inOrder].sort((a, b) => Number(a) - Number(b))).toEqual(inOrder)
  })

  it('tells processes their names and the addresses of other applications that are known by then', async () => {
    const { bench } = await buildLive(['web'])
    await bench.deploy(buildApplicationSpec('web'), buildApplicationSpec('job runner', { ports: [] }))
    await bench.runUntil('the second runs', () => bench.agents.running().length === 2)
    const url = (await bench.status()).loadBalancers[0]?.url

    expect(
      bench.agents.running().find(({ applicationId }) => applicationId === 'job runner')?.environment,
    ).toEqual({
      SDO_ENVIRONMENT_NAME: 'Test_environment',
      SDO_APPLICATION_NAME: 'job_runner',
      SDO_VERSION_NAME: '1',
      SDO_URL_WEB_80: url,
    })
  })

  it('replaces a version only when all of the next one serve, and retires the deployment before', async () => {
    const { bench, live } = await buildLive(['web', { count: 3 }])
    bench.watch(neverFewerServing(bench, 'web', 3))
    const next = await bench.deploy(buildApplicationSpec('web', { count: 3, tag: '2' }))
    await bench.runUntilPhase(next, 'Live', 60)
    await bench.runUntilReady()

    expect(bench.servingTags()).toEqual(['2', '2', '2'])
    expect(bench.agents.running().map(({ tag }) => tag)).toEqual(['2', '2', '2'])
    expect(await bench.phaseOf(live)).toBe('Retired')
    expect(await bench.messages()).toContain('Deployment 2 started: web changes from version 1 to 2.')
  })

  it('leaves an application alone whose release does not change', async () => {
    const { bench } = await buildLive(['web'])
    const [before] = (await bench.status()).processes
    const next = await bench.deploy(buildApplicationSpec('web'), buildApplicationSpec('api'))
    await bench.runUntilPhase(next, 'Live', 60)

    expect((await bench.status()).processes.find(({ id }) => id === before?.id)).toMatchObject({
      deployment: next,
    })
    expect(bench.servingTags()).toEqual(['1', '1'])
  })

  it.each([
    ['broken', 'was not healthy within 60 seconds of its start. GET /health answered 503.', 75],
    ['crash-loop', 'crashed 3 times before it was in service. Exited with code 1.', 30],
    ['missing', 'could not be started.', 60],
  ])(
    'that is %s fails with the reason and leaves what ran before as it was',
    async (tag, reason, seconds) => {
      const { bench, live } = await buildLive(['web', { count: 2 }], ['api'])
      const before = (await bench.status()).processes.map(({ id }) => id)
      const instances = bench.livingInstances().map(({ id }) => id)
      const errors = async () => (await bench.status()).events.filter(({ severity }) => severity === 'ERROR')
      // Such as of an instance that AWS does not list.
      const errorsBefore = (await errors()).length
      bench.watch(neverFewerServing(bench, 'web', 2))
      bench.watch(neverFewerServing(bench, 'api', 1))
      const failing = await bench.deploy(
        buildApplicationSpec('web', { count: 2, tag }),
        buildApplicationSpec('api', { tag: '2' }),
      )
      await bench.runUntilPhase(failing, 'Failed', seconds)
      await bench.runUntilReady()

      const deployment = await bench.store.get('Deployment', failing)
      expect(deployment?.status?.message).toContain(`web (version ${tag}) `)
      expect(deployment?.status?.message).toContain(reason)
      const status = await bench.status()
      expect(status.processes.map(({ id }) => id)).toEqual(before)
      expect((await errors()).slice(errorsBefore).map(({ message }) => message)).toEqual([
        expect.stringMatching(/^Deployment 2 failed\..*What ran before keeps running\.$/) as string,
      ])
      expect(await bench.phaseOf(live)).toBe('Live')
      expect(bench.servingTags()).toEqual(['1', '1', '1'])
      expect(bench.livingInstances().map(({ id }) => id)).toEqual(instances)
    },
  )

  it('whose load balancer is answered otherwise than its agent says so at once, and fails with the reason', async () => {
    const { bench } = await buildLive(['web'])
    const failing = await bench.deploy(buildApplicationSpec('web', { tag: 'choosy' }))
    const isTold = async () => (await bench.messagesOf(processLines.refusedByBalancer))[0]
    await bench.runUntil('it is told', async () => (await isTold()) !== undefined, 20)
    expect(await isTold()).toMatch(
      /^A process of web \(version choosy\) gets no requests\. Its load balancer was answered 400 to GET \/health on port 80\./,
    )
    expect((await bench.status()).processes.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('was answered 400 to GET /health on port 80'),
    )
    await bench.runUntilPhase(failing, 'Failed', 75)
    expect((await bench.store.get('Deployment', failing))?.status?.message).toContain(
      'web (version choosy) is healthy, but gets no requests. Its load balancer was answered 400',
    )
    expect((await bench.messages()).filter((line) => line.startsWith('A process of web'))).toHaveLength(1)
    expect(bench.servingTags()).toEqual(['1'])
  })

  it('of another health check lets nobody wait: old processes go on while both are asked alike', async () => {
    const { bench } = await buildLive(['web', { count: 2 }])
    bench.watch(neverFewerServing(bench, 'web', 2))
    const healthCheck = { path: '/ready', statuses: '200-204', graceSeconds: 120 }
    const next = await bench.deploy(buildApplicationSpec('web', { count: 2, tag: '2', healthCheck }))
    await bench.runUntil('both are asked for the new path', async () => {
      const [balancer] = (await bench.status()).loadBalancers
      return balancer?.healthCheck?.path === '/ready' && balancer.healthCheck.statuses === '200-499'
    })
    await bench.runUntilPhase(next, 'Live', 60)
    await bench.runUntilReady()
    expect(bench.servingTags()).toEqual(['2', '2'])
    expect((await bench.status()).loadBalancers[0]?.healthCheck).toEqual({
      path: '/ready',
      statuses: '200-204',
      intervalSeconds: 5,
    })
    expect(bench.agents.running().map((process) => process.healthCheck)).toEqual([healthCheck, healthCheck])

    const back = await bench.deploy(buildApplicationSpec('web', { count: 2, tag: '3' }))
    await bench.runUntilPhase(back, 'Live', 60)
    await bench.runUntilReady()
    expect((await bench.status()).loadBalancers[0]?.healthCheck).toBeUndefined()
  })

  it('gives processes the grace that their application has, and not a second less', async () => {
    const { bench } = await buildLive(['web'])
    const patient = { tag: 'sluggish', healthCheck: { graceSeconds: 100 } }
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', patient)), 'Live', 150)
    const hasty = { tag: 'broken', healthCheck: { graceSeconds: 10 } }
    const failing = await bench.deploy(buildApplicationSpec('web', hasty))
    await bench.runUntilPhase(failing, 'Failed', 25)
    expect((await bench.store.get('Deployment', failing))?.status?.message).toContain(
      'was not healthy within 10 seconds of its start.',
    )
  })

  it('is judged by what it changes: an application that was ill before does not stop it', async () => {
    const { bench } = await buildLive(['web'], ['api'])
    bench.agents.setIll('api', true)
    const next = await bench.deploy(buildApplicationSpec('web', { tag: '2' }), buildApplicationSpec('api'))
    await bench.runUntilPhase(next, 'Live', 60)
    expect(bench.servingTags('web')).toEqual(['2'])
    await bench.runUntil('unhealthy', async () => (await bench.status()).phase === 'Failure', 10)
  })

  it('goes on when the mirror touches the resource all the time', async () => {
    const { bench } = await buildLive(['web'])
    let touches = 0
    const stop = new AbortController()
    bench.store.watch(
      'Environment',
      {
        changed: ({ metadata, status }) => {
          const mirrored = { 'sdo.dev/mirrored-events': String(status?.lastEventSequence) }
          touches += 1
          void bench.store.annotate('Environment', metadata.name, mirrored)
        },
        removed: () => undefined,
      },
      stop.signal,
    )
    const next = await bench.deploy(buildApplicationSpec('web', { tag: '2' }))
    await bench.runUntilPhase(next, 'Live', 60)
    stop.abort()
    expect(touches).toBeGreaterThan(5)
    expect(bench.servingTags()).toEqual(['2'])
  })

  it('that fails as the first one leaves nothing running', async () => {
    const bench = await buildEnvironmentBench()
    const failing = await bench.deploy(buildApplicationSpec('web', { tag: 'broken' }))
    await bench.runUntilPhase(failing, 'Failed', 90)
    await bench.runUntilReady()

    expect(await bench.status()).toMatchObject({ processes: [], instances: [], loadBalancers: [] })
    expect(bench.livingInstances()).toEqual([])
    expect(bench.snapshot().loadBalancers).toEqual([])
  })

  it('succeeds after one that failed', async () => {
    const { bench } = await buildLive(['web'])
    await bench.runUntilPhase(
      await bench.deploy(buildApplicationSpec('web', { tag: 'crash-loop' })),
      'Failed',
    )
    const next = await bench.deploy(buildApplicationSpec('web', { tag: '3' }))
    await bench.runUntilPhase(next, 'Live', 60)
    await bench.runUntilReady()

    expect(bench.servingTags()).toEqual(['3'])
  })

  it('waits for a slow start as long as it is within the limit', async () => {
    const { bench } = await buildLive(['web'])
    const slow = await bench.deploy(buildApplicationSpec('web', { tag: 'slow' }))
    await bench.runUntilPhase(slow, 'Live', 60)
  })

  it('waits for a load balancer that takes its time', async () => {
    const bench = await buildEnvironmentBench({ timings: { loadBalancerProvisioningMs: 180_000 } })
    await bench.runUntilReady()
    const live = await bench.deploy(buildApplicationSpec('web'))
    await bench.runUntil('it waits', async () =>
      (await bench.status()).message.includes('waits for its load'),
    )
    await bench.runUntilPhase(live, 'Live', 200)
    expect(bench.snapshot().loadBalancers[0]?.state).toBe('active')
  })

  it('of an application that is too large for any instance fails at once and launches nothing', async () => {
    const { bench } = await buildLive(['web'])
    const launched = bench.launched.size
    const failing = await bench.deploy(
      buildApplicationSpec('web', { tag: '2', cpu: 1.5 }),
      buildApplicationSpec('huge', { cpu: 1000 }),
    )
    await bench.runUntilPhase(failing, 'Failed', 10)
    await bench.runUntilReady()

    expect((await bench.store.get('Deployment', failing))?.status?.message).toMatch(
      /^huge \(version 1\) cannot be placed on any instance\. No instance is large enough/,
    )
    expect(bench.launched.size).toBe(launched)
  })

  it('without applications takes away processes, instances and load balancers', async () => {
    const { bench } = await buildLive(['web', { count: 2 }], ['worker', { ports: [] }])
    const empty = await bench.deploy()
    await bench.runUntilPhase(empty, 'Live', 60)
    await bench.runUntilReady()

    expect(await bench.status()).toMatchObject({
      processes: [],
      instances: [],
      loadBalancers: [],
      costPerHour: 0,
    })
    expect(bench.livingInstances()).toEqual([])
    expect(bench.snapshot().loadBalancers).toEqual([])
    expect(await bench.messages()).toContain('Deployment 2 started: web is removed, worker is removed.')
  })

  it('with another exposed port makes a new load balancer and takes away the old one afterwards', async () => {
    const { bench } = await buildLive(['web'])
    const next = await bench.deploy(buildApplicationSpec('web', { tag: '2', ports: [{ port: 8080 }] }))
    await bench.runUntilPhase(next, 'Live', 60)
    await bench.runUntil('one load balancer', () => bench.snapshot().loadBalancers.length === 1)

    expect(bench.snapshot().loadBalancers[0]?.listeners[0]?.port).toBe(8080)
    await bench.runUntilReady()
    expect(openPorts(bench)).toEqual([8080])
    expect(bench.servingTags()).toEqual(['2'])
  })

  it('closes a port with the last load balancer that listens on it', async () => {
    const api = buildApplicationSpec('api', { ports: [{ port: 80 }] })
    const web = buildApplicationSpec('web', { ports: [{ port: 80 }, { port: 81 }] })
    const { bench } = await buildLive(['web', { ports: web.ports }], ['api', { ports: api.ports }])
    expect(openPorts(bench)).toEqual([80, 81])
    await bench.runUntilPhase(await bench.deploy(api), 'Live')
    await bench.runUntilReady()
    expect(openPorts(bench)).toEqual([80])
    await bench.runUntilPhase(await bench.deploy(), 'Live')
    await bench.runUntilReady()
    expect(openPorts(bench)).toEqual([])
  })

  it('lets an old process take its time to stop, and is complete before', async () => {
    const { bench } = await buildLive(['web', { tag: 'stubborn' }])
    const next = await bench.deploy(buildApplicationSpec('web', { tag: '2' }))
    await bench.runUntilPhase(next, 'Live', 30)
    expect(bench.agents.running().map(({ tag }) => tag)).toEqual(['stubborn', '2'])

    await bench.runUntilReady()
    expect(bench.agents.running().map(({ tag }) => tag)).toEqual(['2'])
  })
})
