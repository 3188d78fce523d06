import { expect } from 'vitest'
import { CloudError, type Cloud, type CloudErrorKind, type Preflight } from '../../controller/cloud/cloud'
import { readEnvironmentsIn } from '../../controller/external/aws-account/environments-in'
import { createAwsAccountReconciler } from '../../controller/external/aws-account/reconcile-aws-account'
import type { ResourceStore } from '../../controller/store/store'
import { silentLogger } from '../../core/logging/logger'
import type { AwsAccountSpec } from '../../core/resources/aws-account'
import type { Condition } from '../../core/resources/metadata'
import type { RoleTrust } from '../../core/roles/application-role'
import { requiredRoles } from '../../core/roles/required-roles'
import type { InstalledRole } from '../../core/roles/role'
import { createMemoryStore } from './memory-store'
import { buildEnvironmentStatus } from './resource-status'

const platformAccountNumber = '999988887777'
/** Of the account that is reconciled. */
export const accountName = 'account-1'
export const initialSpec: AwsAccountSpec = {
  displayName: 'Main',
  accountNumber: '111122223333',
  externalId: 'ext-1',
  isEnvironmentHolder: false,
  verifyRequest: 0,
  forceDelete: false,
}

/** An account of which a test says what is installed and which calls are refused. */
export class StubAccount {
  installed = new Map<string, InstalledRole>()
  /** Roles that may be read because they carry the tag for application roles, by name. */
  readonly tagged = new Map<string, RoleTrust>()
  failure: CloudErrorKind | undefined
  examinations = 0
  isSubscribed = true
  /** What the questions of a preflight are answered with. */
  readonly preflight: Preflight = {
    dryRun: async () => ({ asked: [], refused: [] }),
    quota: async () => 100,
    countLoadBalancers: async () => 0,
    ownDiskKey: async () => undefined,
  }

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
        preflight: this.preflight,
        network: { listVpcRanges: async () => [], listZones: async () => [] },
        offerings: { list: async () => [] },
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

/** An account and its reconciler, at a time that a test says. */
export class AwsAccountBench {
  now = Date.parse('2026-01-01T00:00:00Z')
  readonly store: ResourceStore = createMemoryStore({ now: () => this.now })
  readonly stub = new StubAccount()
  private readonly reconciler = createAwsAccountReconciler({
    store: this.store,
    environmentsIn: readEnvironmentsIn(this.store),
    cloud: this.stub.cloud,
    clock: { now: () => this.now },
    platformAccountNumber,
    log: silentLogger,
  })

  reconcile(account = accountName) {
    return this.reconciler(account)
  }

  apply(spec: Partial<AwsAccountSpec> = {}, annotations: Record<string, string> = {}) {
    return this.store.apply('AwsAccount', {
      name: accountName,
      labels: {},
      annotations,
      spec: { ...initialSpec, ...spec },
    })
  }

  async read() {
    const account = await this.store.get('AwsAccount', accountName)
    if (!account?.status) throw new Error('The account has no status.')
    return { ...account.status, ready: account.status.conditions.find(({ type }) => type === 'Ready') }
  }

  passMinutes(minutes: number) {
    this.now += minutes * 60_000
  }

  /** An account whose template was applied and found right. */
  async setUp(spec: Partial<AwsAccountSpec> = {}) {
    this.stub.install(spec.isEnvironmentHolder ?? false)
    await this.apply({ verifyRequest: 1, ...spec })
    await this.reconcile()
    expect(await this.read()).toMatchObject({ phase: 'Ready' })
  }

  createEnvironment() {
    return this.store.apply('Environment', {
      name: 'environment-1',
      labels: {},
      spec: { displayName: 'Production', awsAccount: accountName, spotStrategy: 'ALL', overrides: [] },
    })
  }

  async reportAccess(isDenied: boolean) {
    await this.report({
      type: 'CloudAccess',
      status: isDenied ? 'False' : 'True',
      reason: isDenied ? 'AccessDenied' : 'Ready',
    })
  }

  /** The environment is as it is to be from now on. */
  async reportReady() {
    await this.report({ type: 'Ready', status: 'True', reason: 'Ready' })
  }

  private async report(condition: Pick<Condition, 'type' | 'status' | 'reason'>) {
    const environment =
      (await this.store.get('Environment', 'environment-1')) ?? (await this.createEnvironment())
    const lastTransitionTime = new Date(this.now).toISOString()
    const conditions: Condition[] = [{ ...condition, message: '', lastTransitionTime, observedGeneration: 1 }]
    await this.store.replaceStatus('Environment', environment, buildEnvironmentStatus({ conditions }))
  }
}
