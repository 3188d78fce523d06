import type { AwsAccount, AwsAccountStatus } from '../../../core/resources/aws-account'
import { findCondition } from '../../../core/resources/find-condition'
import { isExaminationAsked } from '../../../core/resources/metadata'
import { suggestedStackName } from '../../../core/roles/cloudformation'
import { requiredRoles } from '../../../core/roles/required-roles'
import type { RequiredRole } from '../../../core/roles/role'
import { createReconciler } from '../../reconcile/create-reconciler'
import type { ReconcileResult } from '../../runtime/controller-loop'
import {
  initialStatus,
  writeAwsAccountStatus,
  type StatusChange,
  findAccountCondition,
  type AwsAccountDependencies,
} from './aws-account-status'
import { accessChange } from './environments-in'
import { examineApplicationRoles, hasNewApplicationRole } from './examine-application-roles'
import {
  definitionOf,
  describeDiffs,
  examineRoles,
  isExaminationRoleIncorrect,
  isRight,
  type Examination,
} from './examine-roles'
import { ensurePreflight } from './preflight'
import { AccountSweep } from './sweep-account'
import { leaveFormerHolder, removeAwsAccount } from './remove-aws-account'

/** How often an account is examined unasked, so that removed roles are noticed and mended ones are believed. */
export const examinationIntervalSeconds = 300

/** The same for one that has been ready for long. */
const longestReadyIntervalSeconds = 3600

/** Interval while an account is being set up: somebody has applied the template and waits for it to be believed, */
export const setupIntervalSeconds = 60

/** or has given up on it. "Update Status" examines it at once and begins anew. */
export const longestSetupIntervalSeconds = 3600

/**
 * Seconds until an account is examined again. One that was never right is examined less and less often: after half the time that has passed since
 * somebody asked.
 */
function intervalSeconds(
  {
    matchedDefinition,
    askedEpoch = 0,
    conditions = [],
  }: Partial<Pick<AwsAccountStatus, 'matchedDefinition' | 'askedEpoch' | 'conditions'>>,
  now: number,
): number {
  const ready = findCondition(conditions, 'Ready')
  if (matchedDefinition !== undefined) {
    // Environments notice at once that they are refused.
    const readySeconds = ready?.status === 'True' ? (now - Date.parse(ready.lastTransitionTime)) / 1000 : 0
    return Math.round(
      Math.min(Math.max(examinationIntervalSeconds, readySeconds / 4), longestReadyIntervalSeconds),
    )
  }
  const waitedSeconds = (now - askedEpoch) / 1000
  return Math.round(Math.min(Math.max(setupIntervalSeconds, waitedSeconds / 2), longestSetupIntervalSeconds))
}

/**
 * Brings the status of an AwsAccount in line with the roles that are installed in the account. Nothing is examined before
 * the team says for the first time that it applied the template.
 */
export function createAwsAccountReconciler(dependencies: AwsAccountDependencies) {
  const sweep = new AccountSweep(dependencies)
  return createReconciler<'AwsAccount', never>(dependencies, {
    kind: 'AwsAccount',
    initialStatus,
    readRelated: () => Promise.resolve([]),
    async advance(account) {
      const result = await advance(account, dependencies)
      await ensurePreflight(account.metadata.name, dependencies)
      if (account.spec.isEnvironmentHolder && account.status?.phase === 'Ready') await sweep.sweep(account)
      return result
    },
    remove: (account) => removeAwsAccount(account, dependencies),
  })
}

async function advance(account: AwsAccount, dependencies: AwsAccountDependencies): Promise<ReconcileResult> {
  if (isAsked(account)) return examine(await startExamination(account, dependencies), dependencies)
  if (!wasExamined(account)) return awaitTemplate(account, dependencies)
  const dueInSeconds = secondsUntilDue(account, dependencies.clock.now())
  if (dueInSeconds > 0 && !(await isInDoubt(account, dependencies)))
    return { requeueAfterSeconds: dueInSeconds }
  return examine(account, dependencies)
}

const isAsked = ({ metadata, spec, status }: AwsAccount) =>
  isExaminationAsked(metadata) || spec.verifyRequest > (status?.answeredVerifyRequest ?? 0)

const wasExamined = ({ status }: AwsAccount) => status?.examinedEpoch !== undefined

function secondsUntilDue(account: AwsAccount, now: number): number {
  const { metadata, status } = account
  // What was said while it was paused is no longer true.
  if (findAccountCondition(account, 'Ready')?.reason === 'Paused') return 0
  if (status?.examinedEpoch === undefined || status.observedGeneration !== metadata.generation) return 0
  const ageSeconds = (now - status.examinedEpoch) / 1000
  return Math.max(0, Math.ceil(intervalSeconds(status, status.examinedEpoch) - ageSeconds))
}

/** Whether an environment learned since the last examination that it is something else than was found then, or uses a role that was not looked at. */
async function isInDoubt(account: AwsAccount, dependencies: AwsAccountDependencies): Promise<boolean> {
  const { phase, examinedEpoch = 0 } = account.status ?? {}
  const environments = await dependencies.environmentsIn(account.metadata.name)
  const isOtherwise = environments.map(accessChange).some((change) => {
    if (!change || change.epoch <= examinedEpoch) return false
    return change.isDenied || phase === 'Failure'
  })
  return isOtherwise || (await hasNewApplicationRole(account, environments, dependencies.store))
}

async function awaitTemplate(
  account: AwsAccount,
  dependencies: AwsAccountDependencies,
): Promise<ReconcileResult> {
  const message = 'Apply the role template to the account, then press Update Status.'
  await writeAwsAccountStatus(account, dependencies, { phase: 'SetupNeeded', message }, [
    { type: 'Ready', status: 'False', reason: 'AccountNotReady' },
  ])
  return {}
}

const startExamination = (account: AwsAccount, dependencies: AwsAccountDependencies): Promise<AwsAccount> =>
  writeAwsAccountStatus(
    account,
    dependencies,
    { phase: 'Examining', message: 'The account is being examined.' },
    [{ type: 'Ready', status: 'Unknown', reason: 'Working' }],
  )

/** @throws CloudError if the cloud gives no answer; the verdict then stays what it was. */
async function examine(account: AwsAccount, dependencies: AwsAccountDependencies): Promise<ReconcileResult> {
  const { cloud, clock, platformAccountNumber } = dependencies
  const required = requiredRoles({ ...account.spec, platformAccountNumber })
  const examination = await examineRoles(required, cloud.account(account.spec).roles)
  const isReady = isRight(examination)
  const applicationRoles = isReady
    ? await examineApplicationRoles(account, dependencies, cloud.account(account.spec).roles)
    : []
  const unusable = applicationRoles.filter(({ problem }) => problem !== undefined)
  const findings = {
    answeredVerifyRequest: account.spec.verifyRequest,
    examinedEpoch: clock.now(),
    askedEpoch: isAsked(account) ? clock.now() : account.status?.askedEpoch,
    isExaminationRoleIncorrect: isExaminationRoleIncorrect(examination),
    roles: examination.roles,
    ...(isReady && { applicationRoles }),
    hasHeldEnvironments: account.spec.isEnvironmentHolder
      ? isReady || account.status?.hasHeldEnvironments === true
      : await leaveFormerHolder(account, dependencies),
  }
  await writeAwsAccountStatus(
    account,
    dependencies,
    { ...findings, ...conclude(account, required, examination, unusable.length) },
    [
      {
        type: 'Ready',
        status: isReady ? 'True' : 'False',
        reason: isReady ? 'Ready' : examination.refusal ? 'AccessDenied' : 'RolesDiffer',
      },
    ],
  )
  return {
    requeueAfterSeconds: isReady
      ? examinationIntervalSeconds
      : intervalSeconds({ ...account.status, ...findings }, clock.now()),
  }
}

/** What the findings mean for the team. */
function conclude(
  { spec, status }: AwsAccount,
  required: RequiredRole[],
  examination: Examination,
  unusableRoles: number,
): StatusChange {
  const definition = definitionOf(required)
  if (examination.refusal)
    return {
      phase: 'Failure',
      message: `The examination role could not be used: ${examination.refusal} Apply the role template to account ${spec.accountNumber} (suggested stack name: ${suggestedStackName}), then press Update Status.`,
    }
  if (isRight(examination))
    return {
      phase: 'Ready',
      message: ['The account is ready to associate with environments.', describeUnusable(unusableRoles)]
        .join(' ')
        .trim(),
      matchedDefinition: definition,
    }
  const wasRightBefore = status?.matchedDefinition !== undefined && status.matchedDefinition !== definition
  if (wasRightBefore)
    return {
      phase: 'UpdateNeeded',
      message: `The required roles have changed (${describeDiffs(examination)}). Download the new template, apply it, then press Update Status.`,
    }
  return {
    phase: 'Failure',
    message: `The roles are not set up correctly: ${describeDiffs(examination)}. Apply the role template again, then press Update Status.`,
  }
}

function describeUnusable(roles: number): string {
  if (roles === 0) return ''
  return roles === 1
    ? 'One role of an application cannot be used yet: its page says why.'
    : `${roles} roles of applications cannot be used yet: its page says why.`
}
