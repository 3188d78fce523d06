import { beforeEach, describe, expect, it } from 'vitest'
import { buildSimulatedAws, type SimulatedAwsBench } from '../../tests/builders/simulated-aws'
import { buildSimulatedEnvironment } from '../../tests/builders/simulated-environment'
import { environmentManagerRoleName, processRunnerRoleName } from '../../core/roles/names'

describe('simulated instances', () => {
  let bench: SimulatedAwsBench
  let environment: Awaited<ReturnType<typeof buildSimulatedEnvironment>>
  beforeEach(async () => {
    bench = await buildSimulatedAws()
    environment = await buildSimulatedEnvironment(bench)
  })

  it('are pending until their boot time, then run with the agent that was booted for them', async () => {
    const { id, state } = await bench.account.instances.launch(environment.launchRequest('token'))
    expect(state).toBe('pending')
    await bench.clock.advance(499)
    expect(await environment.findInstance(id)).toMatchObject({ state: 'pending', agent: undefined })
    await bench.clock.advance(1)
    const agent = bench.booter.agents.get(id)
    expect(agent?.bootstrap).toEqual({ instance: 'token', key: 'a2V5' })
    expect(await environment.findInstance(id)).toMatchObject({
      state: 'running',
      agent: { host: agent?.host, port: agent?.port },
    })
  })

  it('lose their agent when they are terminated, are stopping, terminated, and in the end not listed', async () => {
    const { id } = await environment.launchRunning('token')
    await bench.account.instances.terminate([id])
    expect(bench.booter.agents.has(id)).toBe(false)
    expect(await environment.findInstance(id)).toMatchObject({ state: 'stopping', agent: undefined })
    await bench.clock.advance(500)
    expect(await environment.findInstance(id)).toMatchObject({ state: 'terminated' })
    await bench.clock.advance(3_600_000)
    expect(await environment.findInstance(id)).toBeUndefined()
    expect(await bench.account.instances.describe([id])).toEqual([])
  })

  it.each(['terminate', 'describe'] as const)(
    'are left alone by a call that names an unknown id as well, so that each is asked for by itself: %s',
    async (method) => {
      const { id } = await environment.launchRunning('token')
      const action = { terminate: 'ec2:TerminateInstances', describe: 'ec2:DescribeInstances' }[method]
      let calls = 0
      bench.aws.faults.onCall(action, () => {
        calls += 1
        if (calls === 2) bench.aws.faults.throttle(action)
      })
      const unknown = 'i-0123456789abcdef0'
      await expect(bench.account.instances[method]([id, unknown])).rejects.toMatchObject({
        kind: 'throttled',
      })
      expect(bench.booter.agents.has(id)).toBe(true)
      calls = 2
      await bench.account.instances[method]([unknown, id])
      expect(calls).toBe(5)
      expect(bench.booter.agents.has(id)).toBe(method === 'describe')
    },
  )

  it('that are none are not asked for', async () => {
    let calls = 0
    bench.aws.faults.onCall('*', () => void (calls += 1))
    await bench.account.instances.terminate([])
    expect(await bench.account.instances.describe([])).toEqual([])
    expect(calls).toBe(0)
  })

  it('answer for their client token also when they are not listed any more', async () => {
    const { id } = await environment.launchRunning('token')
    await bench.account.instances.terminate([id])
    await bench.clock.advance(2 * 3_600_000)
    const again = await bench.account.instances.launch(environment.launchRequest('token'))
    expect(again).toMatchObject({ id, state: 'terminated' })
  })

  it('that are terminated before they booted never boot', async () => {
    const { id } = await bench.account.instances.launch(environment.launchRequest('token'))
    await bench.account.instances.terminate([id])
    await bench.clock.advance(10_000)
    expect(bench.booter.agents.size).toBe(0)
    expect(await environment.findInstance(id)).toMatchObject({ state: 'terminated' })
  })

  it('that are terminated while they boot leave no agent behind', async () => {
    const { boot } = bench.booter
    let finishBoot = () => {}
    bench.booter.boot = async (instance) => {
      await new Promise<void>((resolve) => {
        finishBoot = resolve
      })
      return boot.call(bench.booter, instance)
    }
    const { id } = await bench.account.instances.launch(environment.launchRequest('token'))
    await bench.clock.advance(500)
    await bench.account.instances.terminate([id])
    finishBoot()
    await bench.clock.advance(500)
    expect(bench.booter.agents.size).toBe(0)
    expect(await environment.findInstance(id)).toMatchObject({ state: 'terminated', agent: undefined })
  })

  it('run without an answering agent when they are made to never boot', async () => {
    bench.aws.faults.neverBoot()
    const { agent } = await environment.launchRunning('token')
    expect(agent).toEqual({ host: '127.0.0.1', port: 1 })
    expect(bench.booter.agents.size).toBe(0)
  })

  it('run and say why when their agent does not start', async () => {
    bench.booter.boot = () => Promise.reject(new Error('no such program'))
    const { id } = await environment.launchRunning('token')
    const [instance] = bench.aws.getAccount(bench.accountNumber)?.instances ?? []
    expect(instance).toMatchObject({ id, bootFailure: 'no such program' })
  })

  it('end at once when they are killed', async () => {
    const { id } = await environment.launchRunning('token')
    await bench.aws.kill(bench.accountNumber, id)
    expect(await environment.findInstance(id)).toMatchObject({ state: 'terminated' })
    expect(bench.booter.agents.size).toBe(0)
    await expect(bench.aws.kill(bench.accountNumber, id)).rejects.toThrow('no running instance')
  })

  it('are not to be had from an empty Spot pool, which is not on offer either', async () => {
    const pool = { instanceType: 'c6g.medium', zone: 'us-east-1a' }
    const { instances, offerings } = bench.account
    const launch = (market: 'spot' | 'on-demand') =>
      instances.launch(environment.launchRequest(market, { market }))
    await bench.aws.emptySpotPool(pool)
    await expect(launch('spot')).rejects.toMatchObject({ kind: 'insufficient-capacity' })
    expect(await offerings.list()).not.toContainEqual(expect.objectContaining({ ...pool, market: 'spot' }))
    await launch('on-demand')
    await bench.aws.refillSpotPool(pool)
    await launch('spot')
    expect(await offerings.list()).toContainEqual(expect.objectContaining({ ...pool, market: 'spot' }))
  })

  it.each([
    [undefined, 'running', undefined],
    [{ isLeftToIam: true }, 'running', undefined],
    [{ isLeftToIam: false }, 'terminated', 'Client.InternalError'],
  ] as const)('with the disk key %o come to be %s', async (key, state, code) => {
    await bench.aws.customer.chooseDiskKey(bench.accountNumber, key)
    const { id } = await bench.account.instances.launch(environment.launchRequest('token'))
    await bench.clock.advance(2000)
    const instance = await environment.findInstance(id)
    expect([instance?.state, instance?.endReason?.code]).toEqual([state, code])
  })

  it('end where the role may not use the disk key', async () => {
    await bench.aws.customer.chooseDiskKey(bench.accountNumber, { isLeftToIam: true })
    const role = bench.aws
      .getAccount(bench.accountNumber)
      ?.roles.find(({ name }) => name === environmentManagerRoleName)
    const { 'manage-instances': launching, ...others } = role?.inlinePolicies ?? {}
    const { Statement } = launching as { Statement: { Sid: string }[] }
    const without = { Statement: Statement.filter(({ Sid }) => Sid !== 'UseDiskKey') }
    await bench.aws.customer.changeRole(bench.accountNumber, environmentManagerRoleName, {
      inlinePolicies: { ...others, 'manage-instances': without },
    })
    const { id } = await bench.account.instances.launch(environment.launchRequest('token'))
    await bench.clock.advance(2000)
    expect(await environment.findInstance(id)).toMatchObject({ endReason: { code: 'Client.InternalError' } })
  })

  it('are limited by the quota of the account', async () => {
    await bench.aws.setVcpuQuota(bench.accountNumber, 1)
    const { id } = await environment.launchRunning('one')
    const another = bench.account.instances.launch(environment.launchRequest('two'))
    await expect(another).rejects.toMatchObject({ kind: 'quota-exceeded' })
    await bench.account.instances.terminate([id])
    await bench.clock.advance(500)
    await environment.launchRunning('three')
  })

  it('are not known by their ids for a while, and are not terminated then', async () => {
    bench.aws.faults.delayVisibility(120_000)
    const { id } = await bench.account.instances.launch(environment.launchRequest('token'))
    expect(await bench.account.instances.describe([id])).toEqual([])
    await bench.account.instances.terminate([id])
    await bench.clock.advance(120_000)
    expect(await bench.account.instances.describe([id])).toMatchObject([{ id, state: 'running' }])
  })

  it('need the instance profile that the template makes', async () => {
    await bench.aws.customer.deleteRole(bench.accountNumber, processRunnerRoleName)
    const launch = bench.account.instances.launch(environment.launchRequest('token'))
    await expect(launch).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('Invalid IAM Instance Profile name'),
    })
  })

  it('cost what their pool cost when they were launched, Spot 30 to 45 percent of on-demand', async () => {
    await environment.launchRunning('one')
    const pool = { instanceType: 'c6g.medium', zone: 'us-east-1a', market: 'spot' as const }
    await bench.aws.setPrice(pool, 0.5)
    await environment.launchRunning('two')
    const snapshot = bench.aws.getAccount(bench.accountNumber)
    const [one = 0, two = 0] = snapshot?.instances.map(({ pricePerHour }) => pricePerHour) ?? []
    expect(one / 0.034).toBeGreaterThanOrEqual(0.29)
    expect(one / 0.034).toBeLessThanOrEqual(0.46)
    expect(two).toBe(0.5)
    expect(snapshot?.spendPerHour).toBeCloseTo(one + two)
  })
})
