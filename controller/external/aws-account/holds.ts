import type { AwsAccount } from '../../../core/resources/aws-account'
import { deletionAllowedAnnotation, isMarkedByHand, pausedAnnotation } from '../../../core/resources/metadata'
import type { AwsAccountDependencies, Outcome } from './dependencies'
import type { ConditionChange } from './aws-account-status'
import { writeAwsAccountStatus } from './write-aws-account-status'

/** Says in the status that the account is left alone, and does nothing else. */
export async function notePause(account: AwsAccount, dependencies: AwsAccountDependencies): Promise<Outcome> {
  const message = `Paused by an operator: the account is not examined until the annotation ${pausedAnnotation} is removed.`
  const phase = account.status?.phase ?? 'INITIALIZING'
  await writeAwsAccountStatus(account, dependencies, { phase, message }, [
    { type: 'Paused', status: 'True', reason: 'Paused' },
  ])
  return {}
}

/** Conditions for a mark for deletion that nobody asked for: the account stays as it is. */
export const handsOn = ({ metadata }: AwsAccount): ConditionChange[] =>
  isMarkedByHand(metadata)
    ? [
        {
          type: 'DeletionNotRequested',
          status: 'True',
          reason: 'DeletionNotRequested',
          message: `Marked for deletion in Kubernetes, which nobody asked for in the portal. Nothing is taken down, and the mark cannot be taken back. Delete the account in the portal, or annotate it with ${deletionAllowedAnnotation}=true if it is really to go.`,
        },
      ]
    : []
