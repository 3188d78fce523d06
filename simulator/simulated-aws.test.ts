import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildSimulatedAws, buildTemplate, type SimulatedAwsBench } from '../tests/builders/simulated-aws'
import { buildSimulatedEnvironment } from '../tests/builders/simulated-environment'
import { environmentManagerRoleName, examinationRoleName } from '../core/roles/names'
import { createSimulatedAws } from './simulated-aws'

describe('a simulated AWS account', () => {
  it('starts empty, and lets nobody in before the stack is installed or after it is deleted', async () => {
    const { aws, accountNumber, externalId, account } = await buildSimulatedAws()
    const other = aws.account({ accountNumber: '444455556666', externalId })
    await expect(other.network.listVpcs({})).rejects.toMatchObject({ kind: 'access-denied' })
    await account.network.listVpcs({})
    await aws.customer.deleteStack(accountNumber)
    await expect(account.network.listVpcs({})).rejects.toMatchObject({ kind: 'access-denied' })
    await aws.customer.installStack(accountNumber, buildTemplate(accountNumber, externalId))
    await account.network.listVpcs({})
  })

  it('examines with one role and manages with the other', async () => {
    const { aws, accountNumber, account } = await buildSimulatedAws()
    await aws.customer.deleteRole(accountNumber, environmentManagerRoleName)
    expect(await account.roles.get(environmentManagerRoleName)).toBeUndefined()
    expect(await account.roles.get(examinationRoleName)).toMatchObject({ name: examinationRoleName })
    await expect(account.network.listVpcs({})).rejects.toThrow(environmentManagerRoleName)
  })

  it('allows only what the role allows at that moment', async () => {
    const { aws, accountNumber, account } = await buildSimulatedAws()
    const role = await account.roles.get(environmentManagerRoleName)
    await aws.customer.changeRole(accountNumber, environmentManagerRoleName, { inlinePolicies: {} })
    await expect(account.network.listVpcs({})).rejects.toMatchObject({
      kind: 'access-denied',
      message: expect.stringContaining(
        `${environmentManagerRoleName} of AWS account ${accountNumber} does not allow ec2:DescribeVpcs`,
      ),
    })
    await aws.customer.changeRole(accountNumber, environmentManagerRoleName, role ?? {})
    await account.network.listVpcs({})
  })

  it('gives away copies, so that nobody changes it by accident', async () => {
    const { account } = await buildSimulatedAws()
    const role = await account.roles.get(examinationRoleName)
    if (role) role.inlinePolicies = {}
    expect((await account.roles.get(examinationRoleName))?.inlinePolicies).not.toEqual({})
  })

  it('takes account numbers of 12 digits only', async () => {
    const { aws } = await buildSimulatedAws()
    await expect(aws.customer.installStack('12345', buildTemplate('12345', 'x'))).rejects.toThrow('12 digits')
  })

  it('shows in its console everything but secrets', async () => {
    const bench = await buildSimulatedAws()
    const environment = await buildSimulatedEnvironment(bench)
    const { id } = await environment.launchRunning('token')
    await environment.createLoadBalancer('balancer')
    const [snapshot] = bench.aws.listAccounts()
    expect(snapshot).toMatchObject({
      accountNumber: bench.accountNumber,
      stacks: [{ name: 'sdo-bootstrap' }],
      instances: [{ id, state: 'running', market: 'spot' }],
      loadBalancers: [{ name: 'balancer', listeners: [{ port: 80, targets: [] }] }],
    })
    expect(JSON.stringify(snapshot)).not.toContain('a2V5')
    expect(bench.aws.listPrices()[0]).toMatchObject({ instanceType: 'c6g.medium', onDemandPerHour: 0.034 })
  })
})

describe('a simulated AWS with a state file', () => {
  let folder: string
  let stateFile: string
  let starts: number
  let bench: SimulatedAwsBench
  let environment: Awaited<ReturnType<typeof buildSimulatedEnvironment>>
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aws-'))
    starts = 0
    stateFile = join(folder, 'aws.json')
    bench = await buildSimulatedAws({ stateFile })
    environment = await buildSimulatedEnvironment(bench)
  })
  afterEach(async () => {
    await bench.aws.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** What a process that was killed leaves behind: the file, the agents, and nothing else. */
  const startAgain = async () => {
    const { clock, booter, traffic, accountNumber, externalId } = bench
    // The one before is not really killed and writes on, to its own file.
    const leftBehind = stateFile
    stateFile = join(folder, `${++starts}.json`)
    await copyFile(leftBehind, stateFile)
    const aws = await createSimulatedAws({ clock, booter, traffic, stateFile })
    bench = { ...bench, aws, account: aws.account({ accountNumber, externalId }) }
    const tags = { 'sdo:owner': 'sdo' }
    return { find: async (id: string) => (await bench.account.instances.list(tags)).find((i) => i.id === id) }
  }

  it('has on disk what a call did before the call is over', async () => {
    const { id } = await bench.account.instances.launch(environment.launchRequest('token'))
    const { find } = await startAgain()
    expect(await find(id)).toMatchObject({ state: 'pending' })
    await bench.clock.advance(500)
    expect(await find(id)).toMatchObject({ state: 'running' })
  })

  it('adopts living agents and boots dead ones again', async () => {
    const living = await environment.launchRunning('living')
    const dead = await environment.launchRunning('dead')
    bench.booter.agents.delete(dead.id)
    const { find } = await startAgain()
    expect(await find(living.id)).toEqual(living)
    expect(await find(dead.id)).toMatchObject({ state: 'running' })
    expect((await find(dead.id))?.agent).not.toEqual(dead.agent)
    expect(bench.booter.agents.get(dead.id)?.bootstrap.instance).toBe('dead')
  })

  it('boots every instance again after all were halted', async () => {
    const { id } = await environment.launchRunning('token')
    await bench.aws.haltAll()
    expect(bench.booter.agents.size).toBe(0)
    const { find } = await startAgain()
    expect(await find(id)).toMatchObject({ state: 'running' })
    expect(bench.booter.agents.has(id)).toBe(true)
  })

  it('opens load balancers at their ports, with targets as healthy as they were', async () => {
    const { loadBalancer, targetGroupId } = await environment.createLoadBalancer('balancer')
    const { id: instanceId } = await environment.launchRunning('token')
    await bench.account.loadBalancers.registerTargets(targetGroupId, [{ instanceId, port: 50_000 }])
    await bench.clock.advance(2000)
    await bench.aws.close()
    expect(bench.traffic.pools.size).toBe(0)
    await startAgain()
    expect(bench.traffic.pools.get(loadBalancer.url)?.()?.pick(new Set())).toMatchObject({ port: 50_000 })
  })

  it('knows nothing any more of what was draining', async () => {
    const { loadBalancer, targetGroupId } = await environment.createLoadBalancer('balancer')
    const { id: instanceId } = await environment.launchRunning('token')
    await bench.account.loadBalancers.registerTargets(targetGroupId, [{ instanceId, port: 50_000 }])
    await bench.clock.advance(2000)
    bench.traffic.pools.get(loadBalancer.url)?.()?.pick(new Set())?.begin()
    await bench.account.loadBalancers.deregisterTargets(targetGroupId, [{ instanceId, port: 50_000 }])
    expect(await bench.account.loadBalancers.listTargets(targetGroupId)).toHaveLength(1)
    await startAgain()
    expect(await bench.account.loadBalancers.listTargets(targetGroupId)).toEqual([])
  })

  it('checks targets anew whose agent had to be booted again', async () => {
    const { targetGroupId } = await environment.createLoadBalancer('balancer')
    const { id: instanceId } = await environment.launchRunning('token')
    await bench.account.loadBalancers.registerTargets(targetGroupId, [{ instanceId, port: 50_000 }])
    await bench.clock.advance(2000)
    await bench.aws.haltAll()
    bench.traffic.failing.set('127.0.0.1:50000', { status: 503 })
    await startAgain()
    const [target] = await bench.account.loadBalancers.listTargets(targetGroupId)
    expect(target?.state).toBe('initial')
  })

  it('ends the agent of an instance whose end it did not live to see', async () => {
    const { id } = await environment.launchRunning('token')
    const halt = bench.booter.halt.bind(bench.booter)
    bench.booter.halt = () => new Promise(() => {})
    await bench.account.instances.terminate([id])
    bench.booter.halt = halt
    expect(bench.booter.agents.has(id)).toBe(true)
    await startAgain()
    expect(bench.booter.agents.has(id)).toBe(false)
  })

  it('still takes back an interrupted instance on time, and ends a stopping one', async () => {
    const interrupted = await environment.launchRunning('interrupted')
    const stopping = await environment.launchRunning('stopping')
    await bench.aws.interrupt(bench.accountNumber, interrupted.id)
    await bench.account.instances.terminate([stopping.id])
    await bench.aws.close()
    const { find } = await startAgain()
    await bench.clock.advance(500)
    expect(await find(stopping.id)).toMatchObject({ state: 'terminated' })
    expect(await find(interrupted.id)).toMatchObject({ state: 'running' })
    await bench.clock.advance(120_000)
    expect(await find(interrupted.id)).not.toMatchObject({ state: 'running' })
  })

  it('forgets the key of an instance that is terminated', async () => {
    const { id } = await environment.launchRunning('token')
    const inFile = async () => (await readFile(stateFile, 'utf8')).includes('a2V5')
    expect(await inFile()).toBe(true)
    await bench.account.instances.terminate([id])
    expect(await inFile()).toBe(false)
  })
})
