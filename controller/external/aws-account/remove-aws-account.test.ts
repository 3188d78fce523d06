import { beforeEach, describe, expect, it } from 'vitest'
import { recordedLabel } from '../../../core/resources/metadata'
import { AwsAccountBench, initialSpec, accountName } from '../../../tests/builders/aws-account-bench'

let bench: AwsAccountBench

beforeEach(() => {
  bench = new AwsAccountBench()
})

describe('deletion of an AWS account', () => {
  const requestDelete = () => bench.store.requestDelete('AwsAccount', accountName)
  const find = () => bench.store.get('AwsAccount', accountName)

  it('lets an account go that was never set up, without looking into it', async () => {
    await bench.apply()
    await bench.reconcile()
    await requestDelete()
    await bench.reconcile()
    expect(await find()).toBeUndefined()
  })

  it('cleans up, then lets the account go', async () => {
    await bench.setUp({ isEnvironmentHolder: true })
    await requestDelete()
    await bench.reconcile()
    expect(bench.stub.isSubscribed).toBe(false)
    expect(await find()).toBeUndefined()
  })

  it.each([false, true])('waits for the environments in it (forced: %s)', async (forceDelete) => {
    await bench.setUp({ isEnvironmentHolder: true })
    const environment = await bench.createEnvironment()
    await bench.apply({ verifyRequest: 1, isEnvironmentHolder: true, forceDelete })
    await requestDelete()
    expect(await bench.reconcile()).toEqual({ requeueAfterSeconds: 10 })
    expect(await bench.read()).toMatchObject({
      phase: 'Deleting',
      message: expect.stringContaining('Production'),
    })
    expect(bench.stub.isSubscribed).toBe(true)
    await bench.store.dropFinalizer('Environment', environment)
    await bench.store.requestDelete('Environment', environment.metadata.name)
    await bench.reconcile()
    expect(await find()).toBeUndefined()
  })

  it('fails when it is refused, and finishes when the roles are back', async () => {
    await bench.setUp({ isEnvironmentHolder: true })
    bench.stub.installed.clear()
    await requestDelete()
    expect(await bench.reconcile()).toEqual({ requeueAfterSeconds: 30 })
    expect(await bench.read()).toMatchObject({
      phase: 'Failure',
      message: expect.stringContaining('Restore the removed roles or the stack sdo-bootstrap, or force'),
    })
    const failed = await find()
    await bench.reconcile()
    expect(await find()).toEqual(failed)
    bench.stub.install(true)
    await bench.reconcile()
    expect(await find()).toBeUndefined()
  })

  it('shows that it is deleting even if the account was in failure before', async () => {
    await bench.setUp({ isEnvironmentHolder: true })
    bench.stub.installed.delete('sdo-process-runner')
    await bench.apply({ verifyRequest: 2, isEnvironmentHolder: true })
    await bench.reconcile()
    await requestDelete()
    bench.stub.failure = 'throttled'
    expect(await bench.reconcile()).toEqual({ requeueAfterSeconds: 30 })
    expect(await bench.read()).toMatchObject({ phase: 'Deleting' })
  })

  it.each(['throttled', 'unavailable', 'quota-exceeded', 'invalid', 'dependency-violation'] as const)(
    'is tried again half a minute later while the cloud answers %s, and says so',
    async (failure) => {
      await bench.setUp({ isEnvironmentHolder: true })
      await requestDelete()
      bench.stub.failure = failure
      for (let attempt = 1; attempt <= 20; attempt++)
        expect(await bench.reconcile()).toEqual({ requeueAfterSeconds: 30 })
      expect(await bench.read()).toMatchObject({
        phase: 'Deleting',
        message: 'Resources are being cleaned up. AWS did not do it yet: The cloud said no.',
      })
      bench.stub.failure = undefined
      await bench.reconcile()
      expect(await bench.store.get('AwsAccount', accountName)).toBeUndefined()
    },
  )

  it('waits for the status that a lost account is about to get back', async () => {
    await bench.store.apply('AwsAccount', {
      name: accountName,
      labels: { [recordedLabel]: 'true' },
      spec: initialSpec,
    })
    await requestDelete()
    expect(await bench.reconcile()).toEqual({ requeueAfterSeconds: 2 })
    expect(await bench.store.get('AwsAccount', accountName)).toBeDefined()
  })

  it.each(['throttled', 'unavailable', 'access-denied'] as const)(
    'lets a forced account go although the cloud is %s',
    async (failure) => {
      await bench.setUp({ isEnvironmentHolder: true })
      bench.stub.failure = failure
      await bench.apply({ verifyRequest: 1, isEnvironmentHolder: true, forceDelete: true })
      await requestDelete()
      await bench.reconcile()
      expect(await find()).toBeUndefined()
    },
  )
})
