import { beforeEach, describe, expect, it } from 'vitest'
import { pausedAnnotation } from '../../../core/resources/metadata'
import { AwsAccountBench, initialSpec, accountName } from '../../../tests/builders/aws-account-bench'
import type { Cloud } from '../../cloud/cloud'
import { findCondition } from '../../../core/resources/find-condition'
import {
  examinationIntervalSeconds,
  longestSetupIntervalSeconds,
  setupIntervalSeconds,
} from './reconcile-aws-account'

let bench: AwsAccountBench

beforeEach(() => {
  bench = new AwsAccountBench()
})

describe('examination of an AWS account', () => {
  it('is done unasked as soon as an environment is refused, once, and again when it is let in', async () => {
    await bench.setUp({ isEnvironmentHolder: true })
    bench.stub.installed.clear()
    bench.passMinutes(1)
    await bench.reportAccess(true)
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({
      phase: 'Failure',
      message: expect.stringContaining('Apply the role'),
    })
    const { examinations } = bench.stub
    bench.passMinutes(1)
    await bench.reconcile()
    expect(bench.stub.examinations).toBe(examinations)

    bench.stub.install(true)
    await bench.reportAccess(false)
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'Ready' })
  })

  it('is done unasked within five minutes in any case', async () => {
    await bench.setUp({ isEnvironmentHolder: true })
    bench.stub.installed.clear()
    bench.now += examinationIntervalSeconds * 1000
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'Failure' })
  })

  it('is done again within a minute as long as the account was never right', async () => {
    await bench.apply({ verifyRequest: 1 })
    expect(await bench.reconcile()).toEqual({ requeueAfterSeconds: setupIntervalSeconds })
    expect(await bench.read()).toMatchObject({ phase: 'Failure' })
    bench.stub.install(false)
    bench.now += setupIntervalSeconds * 1000
    expect(await bench.reconcile()).toEqual({ requeueAfterSeconds: examinationIntervalSeconds })
    expect(await bench.read()).toMatchObject({ phase: 'Ready' })
  })

  it('is done less and less often, at least hourly, while the account is never right, until somebody asks', async () => {
    await bench.apply({ verifyRequest: 1 })
    const pauses: number[] = []
    for (let times = 0; times < 30; times++) {
      const { requeueAfterSeconds = 0 } = await bench.reconcile()
      pauses.push(requeueAfterSeconds)
      bench.now += requeueAfterSeconds * 1000
    }
    expect(pauses[0]).toBe(setupIntervalSeconds)
    expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses)
    expect(pauses.at(-1)).toBe(longestSetupIntervalSeconds)
    // Half a day costs a few dozen looks instead of 720.
    expect(bench.stub.examinations).toBe(30)
    await bench.apply({ verifyRequest: 2 })
    expect(await bench.reconcile()).toEqual({ requeueAfterSeconds: setupIntervalSeconds })
  })

  it('waits for the template before it looks into the account', async () => {
    await bench.apply()
    expect(await bench.reconcile()).toEqual({})
    expect(await bench.read()).toMatchObject({ phase: 'SetupNeeded', ready: { reason: 'AccountNotReady' } })
    expect(bench.stub.examinations).toBe(0)
  })

  it('finds an account with the required roles right', async () => {
    bench.stub.install(false)
    await bench.apply({ verifyRequest: 1 })
    expect(await bench.reconcile()).toEqual({ requeueAfterSeconds: examinationIntervalSeconds })
    expect(await bench.read()).toMatchObject({
      phase: 'Ready',
      answeredVerifyRequest: 1,
      isExaminationRoleIncorrect: false,
      roles: [
        { name: 'sdo-examination', diffs: { roleMissing: false } },
        { name: 'sdo-dns-manager', diffs: { roleMissing: false } },
      ],
      ready: { status: 'True', reason: 'Ready' },
    })
  })

  it('says what to do, and calls no role missing that it could not look at, when the examination role cannot be assumed', async () => {
    await bench.apply({ verifyRequest: 1, isEnvironmentHolder: true })
    await bench.reconcile()
    const status = await bench.read()
    expect(status).toMatchObject({
      phase: 'Failure',
      isExaminationRoleIncorrect: true,
      answeredVerifyRequest: 1,
    })
    expect(status.ready).toMatchObject({ status: 'False', reason: 'AccessDenied' })
    expect(status.roles).toEqual([])
    expect(status.message).toContain('Apply the role template to account 111122223333')
  })

  it('names the roles that differ', async () => {
    bench.stub.install(true)
    const changed = bench.stub.installed.get('sdo-environment-manager')
    if (changed) changed.path = '/'
    bench.stub.installed.delete('sdo-process-runner')
    await bench.apply({ verifyRequest: 1, isEnvironmentHolder: true })
    await bench.reconcile()
    const status = await bench.read()
    expect(status).toMatchObject({ phase: 'Failure', isExaminationRoleIncorrect: false })
    expect(status.ready?.reason).toBe('RolesDiffer')
    expect(status.message).toContain('sdo-environment-manager differs, sdo-process-runner is missing')
  })

  it('points at the examination role when that is what differs', async () => {
    bench.stub.install(false)
    const changed = bench.stub.installed.get('sdo-examination')
    if (changed) changed.managedPolicies = ['arn:aws:iam::aws:policy/AdministratorAccess']
    await bench.apply({ verifyRequest: 1 })
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'Failure', isExaminationRoleIncorrect: true })
  })

  it.each(['throttled', 'unavailable'] as const)('keeps asking while the cloud is %s', async (failure) => {
    bench.stub.install(false)
    bench.stub.failure = failure
    await bench.apply({ verifyRequest: 1 })
    for (let attempt = 1; attempt <= 20; attempt++)
      expect(await bench.reconcile()).toEqual({ requeueAfterSeconds: 2 })
    expect(await bench.read()).toMatchObject({ phase: 'Examining', answeredVerifyRequest: 0 })
    const reconciled = async () =>
      findCondition(
        (await bench.store.get('AwsAccount', accountName))?.status?.conditions ?? [],
        'Reconciled',
      )
    expect(await reconciled()).toMatchObject({
      status: 'False',
      reason: failure === 'throttled' ? 'Throttled' : 'CloudError',
      message: expect.stringContaining('The cloud said no.'),
    })
    bench.stub.failure = undefined
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'Ready', answeredVerifyRequest: 1 })
    expect(await reconciled()).toMatchObject({ status: 'True' })
  })

  it('examines again when asked again', async () => {
    await bench.setUp()
    bench.stub.installed.clear()
    await bench.apply({ verifyRequest: 2 })
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'Failure', answeredVerifyRequest: 2 })
  })

  it('notices removed roles unasked, and that they are back', async () => {
    await bench.setUp()
    bench.stub.installed.clear()
    bench.passMinutes(4)
    expect(await bench.reconcile()).toEqual({ requeueAfterSeconds: 60 })
    expect(await bench.read()).toMatchObject({ phase: 'Ready' })
    bench.passMinutes(1)
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'Failure' })
    bench.stub.install(false)
    bench.passMinutes(5)
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'Ready', ready: { status: 'True' } })
  })

  it('keeps its verdict while a periodic examination gets no answer', async () => {
    await bench.setUp()
    bench.stub.failure = 'unavailable'
    bench.passMinutes(5)
    expect(await bench.reconcile()).toEqual({ requeueAfterSeconds: 2 })
    expect(await bench.read()).toMatchObject({ phase: 'Ready', ready: { status: 'True' } })
  })

  it('asks for the new template when a right account becomes an environment holder', async () => {
    await bench.setUp()
    await bench.apply({ verifyRequest: 1, isEnvironmentHolder: true })
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({
      phase: 'UpdateNeeded',
      ready: { reason: 'RolesDiffer' },
    })
    await bench.apply({ verifyRequest: 2, isEnvironmentHolder: true })
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'UpdateNeeded', answeredVerifyRequest: 2 })
    bench.stub.install(true)
    await bench.apply({ verifyRequest: 3, isEnvironmentHolder: true })
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'Ready' })
  })

  it('calls it a failure, not a change, when roles that were right differ later', async () => {
    await bench.setUp({ isEnvironmentHolder: true })
    bench.stub.installed.delete('sdo-process-runner')
    await bench.apply({ verifyRequest: 2, isEnvironmentHolder: true })
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'Failure' })
  })

  it('stays right when an account stops holding environments, and takes its subscription out', async () => {
    await bench.setUp({ isEnvironmentHolder: true })
    await bench.apply({ verifyRequest: 2 })
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'Ready', hasHeldEnvironments: false })
    expect(bench.stub.isSubscribed).toBe(false)
  })

  it('writes nothing when nothing changed', async () => {
    await bench.apply()
    await bench.reconcile()
    const before = await bench.store.get('AwsAccount', accountName)
    await bench.reconcile()
    expect(await bench.store.get('AwsAccount', accountName)).toEqual(before)
  })

  it('keeps the time of a condition that did not change', async () => {
    await bench.setUp()
    const { ready } = await bench.read()
    bench.passMinutes(5)
    await bench.reconcile()
    expect((await bench.read()).ready?.lastTransitionTime).toBe(ready?.lastTransitionTime)
    expect((await bench.read()).examinedEpoch).toBe(bench.now)
  })

  it.each(['true', 'True', 'yes', '', ' 1 '])(
    'leaves an account alone that is paused by %j, and says so',
    async (value) => {
      bench.stub.install(false)
      await bench.apply({ verifyRequest: 1 }, { [pausedAnnotation]: value })
      expect(await bench.reconcile()).toEqual({})
      const status = (await bench.store.get('AwsAccount', accountName))?.status
      expect([status?.answeredVerifyRequest, status?.examinedEpoch]).toEqual([0, undefined])
      expect(status?.message).toMatch(/^Paused by an operator/)
      expect(status?.conditions).toMatchObject([
        { type: 'Paused', status: 'True' },
        { type: 'Ready', status: 'Unknown', reason: 'Paused' },
      ])
      await bench.store.annotate('AwsAccount', accountName, { [pausedAnnotation]: 'False' })
      await bench.reconcile()
      const after = (await bench.store.get('AwsAccount', accountName))?.status
      expect(after?.answeredVerifyRequest).toBe(1)
      expect(after?.message).not.toMatch(/^Paused/)
      expect(after?.conditions).toMatchObject([{ type: 'Paused', status: 'False' }, { type: 'Ready' }])
    },
  )

  it('lets the queue repeat it when the account keeps changing meanwhile', async () => {
    bench.stub.install(false)
    await bench.apply({ verifyRequest: 1 })
    let verifyRequest = 1
    const roles = bench.stub.cloud.account(initialSpec).roles
    const get = roles.get
    bench.stub.cloud.account = () =>
      ({
        roles: {
          get: async (role: string) => {
            await bench.apply({ verifyRequest: ++verifyRequest })
            return get(role)
          },
        },
      }) as unknown as ReturnType<Cloud['account']>
    await expect(bench.reconcile()).rejects.toMatchObject({ name: 'ConflictError' })
  })

  it('is done with an account that does not exist', async () => {
    expect(await bench.reconcile('nobody')).toEqual({})
  })
})

describe('while SDO itself is refused by AWS', () => {
  it('an account stays as it was found, whatever is due or asked', async () => {
    await bench.setUp()
    const before = await bench.read()
    bench.stub.failure = 'platform'
    for (let minutes = 0; minutes < 60; minutes += 5) {
      bench.passMinutes(5)
      await bench.reconcile()
    }
    expect(await bench.read()).toEqual(before)
  })
})
