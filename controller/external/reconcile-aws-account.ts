import type { AwsAccount } from '../../core/resources/aws-account'
import { pausedAnnotation } from '../../core/resources/metadata'
import { suggestedStackName } from '../../core/roles/cloudformation'
import { requiredRoles } from '../../core/roles/required-roles'
import type { RequiredRole } from '../../core/roles/role'
import type { AwsAccountDependencies, Outcome } from './aws-account-dependencies'
import { definitionOf, type StatusChange } from './aws-account-status'
import {
  describeDiffs,
  examineRoles,
  isExaminationRoleIncorrect,
  isRight,
  type Examination,
} from './examine-roles'
import { leaveFormerHolder, removeAwsAccount } from './remove-aws-account'
import { writeAwsAccountStatus } from './write-aws-account-status'

/** How often an account is examined unasked, so that removed roles are noticed and mended ones are believed. */
export const examinationIntervalSeconds = 300

/**
 * Brings the status of an AwsAccount in line with the roles that are installed in the account. Nothing is examined before
 * the team says for the first time that it applied the template.
 */
export const createAwsAccountReconciler =
  (dependencies: AwsAccountDependencies) =>
  async (name: string): Promise<Outcome> => {
    const account = await dependencies.store.get('AwsAccount', name)
    if (!account || account.metadata.annotations[pausedAnnotation] === 'true') return {}
    if (account.metadata.deletionTimestamp) return removeAwsAccount(account, dependencies)
    if (isAsked(account)) return examine(await startExamination(account, dependencies), dependencies)
    if (!wasExamined(account)) return awaitTemplate(account, dependencies)
    const dueInSeconds = secondsUntilDue(account, dependencies.clock.now())
    if (dueInSeconds > 0) return { requeueAfterSeconds: dueInSeconds }
    return examine(account, dependencies)
  }

const isAsked = ({ spec, status }: AwsAccount) => spec.verifyRequest > (status?.answeredVerifyRequest ?? 0)

const wasExamined = ({ status }: AwsAccount) => status?.examinedEpoch !== undefined

function secondsUntilDue({ metadata, status }: AwsAccount, now: number): number {
  if (status?.examinedEpoch === undefined || status.observedGeneration !== metadata.generation) return 0
  const ageSeconds = (now - status.examinedEpoch) / 1000
  return Math.max(0, Math.ceil(examinationIntervalSeconds - ageSeconds))
}

async function awaitTemplate(account: AwsAccount, dependencies: AwsAccountDependencies): Promise<Outcome> {
  const message = 'Apply the role template to the account, then press Update Status.'
  await writeAwsAccountStatus(account, dependencies, { phase: 'INITIAL_SETUP', message }, [
    { type: 'Ready', status: 'False', reason: 'AccountNotReady' },
  ])
  return {}
}

const startExamination = (account: AwsAccount, dependencies: AwsAccountDependencies): Promise<AwsAccount> =>
  writeAwsAccountStatus(
    account,
    dependencies,
    { phase: 'UPDATING_STATUS', message: 'The account is being examined.' },
    [{ type: 'Ready', status: 'Unknown', reason: 'Working' }],
  )

/** @throws CloudError if the cloud gives no answer; the status then stays what it was, and the queue backs off. */
async function examine(account: AwsAccount, dependencies: AwsAccountDependencies): Promise<Outcome> {
  const { cloud, clock, platformAccountNumber } = dependencies
  const required = requiredRoles({ ...account.spec, platformAccountNumber })
  const examination = await examineRoles(required, cloud.account(account.spec).roles)
  const isReady = isRight(examination)
  const findings = {
    answeredVerifyRequest: account.spec.verifyRequest,
    examinedEpoch: clock.now(),
    isExaminationRoleIncorrect: isExaminationRoleIncorrect(examination),
    roles: examination.roles,
    hasHeldEnvironments: account.spec.isEnvironmentHolder
      ? isReady || account.status?.hasHeldEnvironments === true
      : await leaveFormerHolder(account, dependencies),
  }
  await writeAwsAccountStatus(
    account,
    dependencies,
    { ...findings, ...judge(account, required, examination) },
    [
      {
        type: 'Ready',
        status: isReady ? 'True' : 'False',
        reason: isReady ? 'Ready' : examination.refusal ? 'AccessDenied' : 'RolesDiffer',
      },
    ],
  )
  return { requeueAfterSeconds: examinationIntervalSeconds }
}

/** What the findings mean for the team. */
function judge(
  { spec, status }: AwsAccount,
  required: RequiredRole[],
  examination: Examination,
): StatusChange {
  const definition = definitionOf(required)
  if (examination.refusal)
    return {
      phase: 'FAILURE',
      message: `The examination role could not be used: ${examination.refusal} Apply the role template to account ${spec.accountNumber} (suggested stack name: ${suggestedStackName}), then press Update Status.`,
    }
  if (isRight(examination))
    return {
      phase: 'SUCCESS',
      message: 'The account is ready to associate with environments.',
      matchedDefinition: definition,
    }
  const wasRightBefore = status?.matchedDefinition !== undefined && status.matchedDefinition !== definition
  if (wasRightBefore)
    return {
      phase: 'CONFIGURATION_CHANGE',
      message: `The required roles have changed (${describeDiffs(examination)}). Download the new template, apply it, then press Update Status.`,
    }
  return {
    phase: 'FAILURE',
    message: `The roles are not set up correctly: ${describeDiffs(examination)}. Apply the role template again, then press Update Status.`,
  }
}
