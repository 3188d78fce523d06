import { beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../../core/logging/logger'
import type { AwsAccountSpec } from '../../../core/resources/aws-account'
import {
  environmentLabel,
  pausedAnnotation,
  recordedLabel,
  type Condition,
} from '../../../core/resources/metadata'
import { requiredRoles } from '../../../core/roles/required-roles'
import type { RoleTrust } from '../../../core/roles/application-role'
import type { InstalledRole } from '../../../core/roles/role'
import { buildApplicationSpec } from '../../../tests/builders/environment-parts'
import { createMemoryStore } from '../../../tests/builders/memory-store'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { CloudError, type Cloud, type CloudErrorKind } from '../../cloud/cloud'
import { findCondition } from '../../runtime/conditions'
import type { ResourceStore } from '../../store/store'
import { createAwsAccountReconciler, examinationIntervalSeconds } from './reconcile-aws-account'

const platformAccountNumber = '999988887777'
const name = 'account-1'
const initialSpec: AwsAccountSpec = {
  displayName: 'Main',
  accountNumber: '111122223333',
  externalId: 'ext-1',
  isEnvironmentHolder: false,
  verifyRequest: 0,
  forceDelete: false,
}

/** An account of which a test says what is installed and which calls are refused. */
class StubAccount {
  installed = new Map<string, InstalledRole>()
  /** Roles that may be read because they carry the tag for application roles, by name. */
  readonly tagged = new Map<string, RoleTrust>()
  failure: CloudErrorKind | undefined
  examinations = 0
  isSubscribed = true

  readonly cloud: Cloud = {
    account: () =>
      ({
        roles: {
          get: async (role: string) => {
            this.examinations++
            this.answer()
            if (!this.installed.has('sdo-examination'))
              throw new CloudError('access-denied', 'Not authorized to perform sts:AssumeRole')
            return this.installed.get(role)
          },
          getTrust: async (role: string) => {
            this.answer()
            if (!this.tagged.has(role))
              throw new CloudError('access-denied', 'Not authorized to perform iam:GetRole')
            return this.tagged.get(role)
          },
        },
        interruptions: {
          removeSubscription: async () => {
            this.answer()
            if (!this.installed.has('sdo-environment-manager'))
              throw new CloudError('access-denied', 'Not authorized to perform sts:AssumeRole.')
            this.isSubscribed = false
          },
        },
      }) as unknown as ReturnType<Cloud['account']>,
  }

  install(isEnvironmentHolder: boolean) {
    const roles = requiredRoles({ ...initialSpec, isEnvironmentHolder, platformAccountNumber })
    this.installed = new Map(
      roles.map((role) => [
        role.name,
        {
          name: role.name,
          path: role.path,
          assumePolicy: role.assumePolicy.definition,
          inlinePolicies: Object.fromEntries(role.policies.map((policy) => [policy.name, policy.definition])),
          managedPolicies: [],
        },
      ]),
    )
  }

  private answer() {
    if (this.failure) throw new CloudError(this.failure, 'The cloud said no.')
  }
}

let now: number
let store: ResourceStore
let stub: StubAccount
let reconcile: (name: string) => Promise<{ requeueAfterSeconds?: number }>

beforeEach(() => {
  now = Date.parse('2026-01-01T00:00:00Z')
  store = createMemoryStore({ now: () => now })
  stub = new StubAccount()
  reconcile = createAwsAccountReconciler({
    store,
    cloud: stub.cloud,
    clock: { now: () => now },
    platformAccountNumber,
    log: silentLogger,
  })
})

const apply = (spec: Partial<AwsAccountSpec> = {}, annotations: Record<string, string> = {}) =>
  store.apply('AwsAccount', { name, labels: {}, annotations, spec: { ...initialSpec, ...spec } })

const read = async () => {
  const account = await store.get('AwsAccount', name)
  if (!account?.status) throw new Error('The account has no status.')
  return { ...account.status, ready: account.status.conditions.find(({ type }) => type === 'Ready') }
}

const passMinutes = (minutes: number) => {
  now += minutes * 60_000
}

/** An account whose template was applied and found right. */
async function setUp(spec: Partial<AwsAccountSpec> = {}) {
  stub.install(spec.isEnvironmentHolder ?? false)
  await apply({ verifyRequest: 1, ...spec })
  await reconcile(name)
  expect(await read()).toMatchObject({ phase: 'SUCCESS' })
}

const createEnvironment = () =>
  store.apply('Environment', {
    name: 'environment-1',
    labels: {},
    spec: { displayName: 'Production', awsAccount: name, spotStrategy: 'ALL', overrides: [] },
  })

async function reportAccess(isDenied: boolean) {
  const environment = (await store.get('Environment', 'environment-1')) ?? (await createEnvironment())
  const conditions: Condition[] = [
    {
      type: 'CloudAccess',
      status: isDenied ? 'False' : 'True',
      reason: isDenied ? 'AccessDenied' : 'Ready',
      message: '',
      lastTransitionTime: new Date(now).toISOString(),
      observedGeneration: 1,
    },
  ]
  await store.replaceStatus('Environment', environment, buildEnvironmentStatus({ conditions }))
}

describe('examination of an AWS account', () => {
  it('is done unasked as soon as an environment is refused, once, and again when it is let in', async () => {
    await setUp({ isEnvironmentHolder: true })
    stub.installed.clear()
    passMinutes(1)
    await reportAccess(true)
    await reconcile(name)
    expect(await read()).toMatchObject({
      phase: 'FAILURE',
      message: expect.stringContaining('Apply the role'),
    })
    const { examinations } = stub
    passMinutes(1)
    await reconcile(name)
    expect(stub.examinations).toBe(examinations)

    stub.install(true)
    await reportAccess(false)
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'SUCCESS' })
  })

  it('says of each role of an application that cannot be used what to do, and no more once it is mended', async () => {
    const arn = (role: string, of = initialSpec.accountNumber) => `arn:aws:iam::${of}:role/${role}`
    const trusting = (AWS: string) => ({
      Statement: [{ Effect: 'Allow', Principal: { AWS }, Action: 'sts:AssumeRole' }],
    })
    const runner = arn('sdo/sdo-process-runner')
    await createEnvironment()
    const roles = {
      good: arn('good'),
      missing: arn('missing'),
      stranger: arn('stranger'),
      elsewhere: arn('elsewhere', '444455556666'),
      moved: arn('moved'),
      typo: 'good',
    }
    await store.apply('Deployment', {
      name: 'deployment-1',
      labels: { [environmentLabel]: 'environment-1' },
      spec: {
        environment: 'environment-1',
        sequence: 1,
        applications: [buildApplicationSpec('web', { roles })],
      },
    })
    stub.tagged.set('good', { arn: arn('good'), assumePolicy: trusting(runner) })
    stub.tagged.set('stranger', { arn: arn('stranger'), assumePolicy: trusting(arn('somebody')) })
    stub.tagged.set('moved', { arn: arn('apps/moved'), assumePolicy: trusting(runner) })
    await setUp({ isEnvironmentHolder: true })

    const found = await read()
    expect(found.message).toContain('5 roles of applications cannot be used yet')
    expect(
      Object.fromEntries((found.applicationRoles ?? []).map(({ arn, problem }) => [arn, problem])),
    ).toEqual({
      [roles.missing]: expect.stringContaining(
        'is missing, or does not carry the tag sdo:application-role = true',
      ),
      [roles.stranger]: expect.stringContaining(`Allow sts:AssumeRole to ${runner}`),
      [roles.elsewhere]: expect.stringContaining(
        `in the account of the environment, ${initialSpec.accountNumber}`,
      ),
      [roles.moved]: expect.stringContaining(arn('apps/moved')),
      [roles.typo]: expect.stringContaining('not the ARN of a role'),
    })
    expect(found.applicationRoles?.[0]?.environments).toEqual(['Production'])

    const others = {
      missing: roles.good,
      stranger: roles.good,
      elsewhere: roles.good,
      moved: roles.good,
      typo: roles.good,
    }
    await store.apply('Environment', {
      name: 'environment-1',
      labels: {},
      spec: {
        displayName: 'Production',
        awsAccount: name,
        spotStrategy: 'ALL',
        overrides: [{ applicationId: 'web', roles: others }],
      },
    })
    passMinutes(5)
    await reconcile(name)
    expect(await read()).toMatchObject({
      message: 'The account is ready to associate with environments.',
      applicationRoles: [],
    })
  })

  it('keeps what it found while AWS does not answer about a role of an application', async () => {
    await setUp({ isEnvironmentHolder: true })
    await createEnvironment()
    const roles = { app: 'arn:aws:iam::111122223333:role/app' }
    await store.apply('Deployment', {
      name: 'deployment-1',
      labels: { [environmentLabel]: 'environment-1' },
      spec: {
        environment: 'environment-1',
        sequence: 1,
        applications: [buildApplicationSpec('web', { roles })],
      },
    })
    stub.failure = 'throttled'
    passMinutes(5)
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'SUCCESS', applicationRoles: [] })
  })

  it('is done unasked within five minutes in any case', async () => {
    await setUp({ isEnvironmentHolder: true })
    stub.installed.clear()
    now += examinationIntervalSeconds * 1000
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'FAILURE' })
  })

  it('waits for the template before it looks into the account', async () => {
    await apply()
    expect(await reconcile(name)).toEqual({})
    expect(await read()).toMatchObject({ phase: 'INITIAL_SETUP', ready: { reason: 'AccountNotReady' } })
    expect(stub.examinations).toBe(0)
  })

  it('finds an account with the required roles right', async () => {
    stub.install(false)
    await apply({ verifyRequest: 1 })
    expect(await reconcile(name)).toEqual({ requeueAfterSeconds: examinationIntervalSeconds })
    expect(await read()).toMatchObject({
      phase: 'SUCCESS',
      answeredVerifyRequest: 1,
      isExaminationRoleIncorrect: false,
      roles: [{ name: 'sdo-examination', diffs: { roleMissing: false } }],
      ready: { status: 'True', reason: 'Ready' },
    })
  })

  it('says what to do, and reports every role missing, when the examination role cannot be assumed', async () => {
    await apply({ verifyRequest: 1, isEnvironmentHolder: true })
    await reconcile(name)
    const status = await read()
    expect(status).toMatchObject({
      phase: 'FAILURE',
      isExaminationRoleIncorrect: true,
      answeredVerifyRequest: 1,
    })
    expect(status.ready).toMatchObject({ status: 'False', reason: 'AccessDenied' })
    expect(status.roles.map(({ diffs }) => diffs.roleMissing)).toEqual([true, true, true])
    expect(status.message).toContain('Apply the role template to account 111122223333')
  })

  it('names the roles that differ', async () => {
    stub.install(true)
    const changed = stub.installed.get('sdo-environment-manager')
    if (changed) changed.path = '/'
    stub.installed.delete('sdo-process-runner')
    await apply({ verifyRequest: 1, isEnvironmentHolder: true })
    await reconcile(name)
    const status = await read()
    expect(status).toMatchObject({ phase: 'FAILURE', isExaminationRoleIncorrect: false })
    expect(status.ready?.reason).toBe('RolesDiffer')
    expect(status.message).toContain('sdo-environment-manager differs, sdo-process-runner is missing')
  })

  it('points at the examination role when that is what differs', async () => {
    stub.install(false)
    const changed = stub.installed.get('sdo-examination')
    if (changed) changed.managedPolicies = ['arn:aws:iam::aws:policy/AdministratorAccess']
    await apply({ verifyRequest: 1 })
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'FAILURE', isExaminationRoleIncorrect: true })
  })

  it.each(['throttled', 'unavailable'] as const)('keeps asking while the cloud is %s', async (failure) => {
    stub.install(false)
    stub.failure = failure
    await apply({ verifyRequest: 1 })
    for (let attempt = 1; attempt <= 20; attempt++)
      expect(await reconcile(name)).toEqual({ requeueAfterSeconds: 2 })
    expect(await read()).toMatchObject({ phase: 'UPDATING_STATUS', answeredVerifyRequest: 0 })
    const reconciled = async () =>
      findCondition((await store.get('AwsAccount', name))?.status?.conditions ?? [], 'Reconciled')
    expect(await reconciled()).toMatchObject({
      status: 'False',
      reason: failure === 'throttled' ? 'Throttled' : 'CloudError',
      message: expect.stringContaining('The cloud said no.'),
    })
    stub.failure = undefined
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'SUCCESS', answeredVerifyRequest: 1 })
    expect(await reconciled()).toMatchObject({ status: 'True' })
  })

  it('examines again when asked again', async () => {
    await setUp()
    stub.installed.clear()
    await apply({ verifyRequest: 2 })
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'FAILURE', answeredVerifyRequest: 2 })
  })

  it('notices removed roles unasked, and that they are back', async () => {
    await setUp()
    stub.installed.clear()
    passMinutes(4)
    expect(await reconcile(name)).toEqual({ requeueAfterSeconds: 60 })
    expect(await read()).toMatchObject({ phase: 'SUCCESS' })
    passMinutes(1)
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'FAILURE' })
    stub.install(false)
    passMinutes(5)
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'SUCCESS', ready: { status: 'True' } })
  })

  it('keeps its verdict while a periodic examination gets no answer', async () => {
    await setUp()
    stub.failure = 'unavailable'
    passMinutes(5)
    expect(await reconcile(name)).toEqual({ requeueAfterSeconds: 2 })
    expect(await read()).toMatchObject({ phase: 'SUCCESS', ready: { status: 'True' } })
  })

  it('asks for the new template when a right account becomes an environment holder', async () => {
    await setUp()
    await apply({ verifyRequest: 1, isEnvironmentHolder: true })
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'CONFIGURATION_CHANGE', ready: { reason: 'RolesDiffer' } })
    await apply({ verifyRequest: 2, isEnvironmentHolder: true })
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'CONFIGURATION_CHANGE', answeredVerifyRequest: 2 })
    stub.install(true)
    await apply({ verifyRequest: 3, isEnvironmentHolder: true })
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'SUCCESS' })
  })

  it('calls it a failure, not a change, when roles that were right differ later', async () => {
    await setUp({ isEnvironmentHolder: true })
    stub.installed.delete('sdo-process-runner')
    await apply({ verifyRequest: 2, isEnvironmentHolder: true })
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'FAILURE' })
  })

  it('stays right when an account stops holding environments, and takes its subscription out', async () => {
    await setUp({ isEnvironmentHolder: true })
    await apply({ verifyRequest: 2 })
    await reconcile(name)
    expect(await read()).toMatchObject({ phase: 'SUCCESS', hasHeldEnvironments: false })
    expect(stub.isSubscribed).toBe(false)
  })

  it('writes nothing when nothing changed', async () => {
    await apply()
    await reconcile(name)
    const before = await store.get('AwsAccount', name)
    await reconcile(name)
    expect(await store.get('AwsAccount', name)).toEqual(before)
  })

  it('keeps the time of a condition that did not change', async () => {
    await setUp()
    const { ready } = await read()
    passMinutes(5)
    await reconcile(name)
    expect((await read()).ready?.lastTransitionTime).toBe(ready?.lastTransitionTime)
    expect((await read()).examinedEpoch).toBe(now)
  })

  it.each(['true', 'True', 'yes', '', ' 1 '])(
    'leaves an account alone that is paused by %j, and says so',
    async (value) => {
      stub.install(false)
      await apply({ verifyRequest: 1 }, { [pausedAnnotation]: value })
      expect(await reconcile(name)).toEqual({})
      const status = (await store.get('AwsAccount', name))?.status
      expect([status?.answeredVerifyRequest, status?.examinedEpoch]).toEqual([0, undefined])
      expect(status?.message).toMatch(/^Paused by an operator/)
      expect(status?.conditions).toMatchObject([{ type: 'Paused', status: 'True' }])
      await store.annotate('AwsAccount', name, { [pausedAnnotation]: 'False' })
      await reconcile(name)
      const after = (await store.get('AwsAccount', name))?.status
      expect(after?.answeredVerifyRequest).toBe(1)
      expect(after?.message).not.toMatch(/^Paused/)
      expect(after?.conditions).toMatchObject([{ type: 'Paused', status: 'False' }, { type: 'Ready' }])
    },
  )

  it('lets the queue repeat it when the account keeps changing meanwhile', async () => {
    stub.install(false)
    await apply({ verifyRequest: 1 })
    let verifyRequest = 1
    const roles = stub.cloud.account(initialSpec).roles
    const get = roles.get
    stub.cloud.account = () =>
      ({
        roles: {
          get: async (role: string) => {
            await apply({ verifyRequest: ++verifyRequest })
            return get(role)
          },
        },
      }) as unknown as ReturnType<Cloud['account']>
    await expect(reconcile(name)).rejects.toMatchObject({ name: 'ConflictError' })
  })

  it('is done with an account that does not exist', async () => {
    expect(await reconcile('nobody')).toEqual({})
  })
})

describe('deletion of an AWS account', () => {
  const requestDelete = () => store.requestDelete('AwsAccount', name)
  const find = () => store.get('AwsAccount', name)

  it('lets an account go that was never set up, without looking into it', async () => {
    await apply()
    await reconcile(name)
    await requestDelete()
    await reconcile(name)
    expect(await find()).toBeUndefined()
  })

  it('cleans up, then lets the account go', async () => {
    await setUp({ isEnvironmentHolder: true })
    await requestDelete()
    await reconcile(name)
    expect(stub.isSubscribed).toBe(false)
    expect(await find()).toBeUndefined()
  })

  it.each([false, true])('waits for the environments in it (forced: %s)', async (forceDelete) => {
    await setUp({ isEnvironmentHolder: true })
    const environment = await createEnvironment()
    await apply({ verifyRequest: 1, isEnvironmentHolder: true, forceDelete })
    await requestDelete()
    expect(await reconcile(name)).toEqual({ requeueAfterSeconds: 10 })
    expect(await read()).toMatchObject({ phase: 'DELETING', message: expect.stringContaining('Production') })
    expect(stub.isSubscribed).toBe(true)
    await store.dropFinalizer('Environment', environment)
    await store.requestDelete('Environment', environment.metadata.name)
    await reconcile(name)
    expect(await find()).toBeUndefined()
  })

  it('fails when it is refused, and finishes when the roles are back', async () => {
    await setUp({ isEnvironmentHolder: true })
    stub.installed.clear()
    await requestDelete()
    expect(await reconcile(name)).toEqual({ requeueAfterSeconds: 30 })
    expect(await read()).toMatchObject({
      phase: 'FAILURE',
      message: expect.stringContaining('Restore the removed roles or the stack sdo-bootstrap, or force'),
    })
    const failed = await find()
    await reconcile(name)
    expect(await find()).toEqual(failed)
    stub.install(true)
    await reconcile(name)
    expect(await find()).toBeUndefined()
  })

  it('shows that it is deleting even if the account was in failure before', async () => {
    await setUp({ isEnvironmentHolder: true })
    stub.installed.delete('sdo-process-runner')
    await apply({ verifyRequest: 2, isEnvironmentHolder: true })
    await reconcile(name)
    await requestDelete()
    stub.failure = 'throttled'
    expect(await reconcile(name)).toEqual({ requeueAfterSeconds: 30 })
    expect(await read()).toMatchObject({ phase: 'DELETING' })
  })

  it.each(['throttled', 'unavailable', 'quota-exceeded', 'invalid', 'dependency-violation'] as const)(
    'is tried again half a minute later while the cloud answers %s, and says so',
    async (failure) => {
      await setUp({ isEnvironmentHolder: true })
      await requestDelete()
      stub.failure = failure
      for (let attempt = 1; attempt <= 20; attempt++)
        expect(await reconcile(name)).toEqual({ requeueAfterSeconds: 30 })
      expect(await read()).toMatchObject({
        phase: 'DELETING',
        message: 'Resources are being cleaned up. AWS did not do it yet: The cloud said no.',
      })
      stub.failure = undefined
      await reconcile(name)
      expect(await store.get('AwsAccount', name)).toBeUndefined()
    },
  )

  it('waits for the status that a lost account is about to get back', async () => {
    await store.apply('AwsAccount', { name, labels: { [recordedLabel]: 'true' }, spec: initialSpec })
    await requestDelete()
    expect(await reconcile(name)).toEqual({ requeueAfterSeconds: 2 })
    expect(await store.get('AwsAccount', name)).toBeDefined()
  })

  it.each(['throttled', 'unavailable', 'access-denied'] as const)(
    'lets a forced account go although the cloud is %s',
    async (failure) => {
      await setUp({ isEnvironmentHolder: true })
      stub.failure = failure
      await apply({ verifyRequest: 1, isEnvironmentHolder: true, forceDelete: true })
      await requestDelete()
      await reconcile(name)
      expect(await find()).toBeUndefined()
    },
  )
})
