import type { z } from 'zod'
import { longest } from '../../core/text/longest'
import { boundedText, idText } from '../input/bounded'

/** Fields that choose an AWS account: one that is there, or one that is added. */
export const accountChoice = {
  existingAwsAccountId: idText.nullish(),
  newAwsAccountName: boundedText(longest.name).nullish(),
  newAwsAccountNumber: boundedText(longest.number).nullish(),
}

type Sent = z.infer<z.ZodObject<typeof accountChoice>>

/** The sent choice, as services take it. */
export const accountChoiceOf = ({ existingAwsAccountId, newAwsAccountName, newAwsAccountNumber }: Sent) => ({
  existingAwsAccountId: existingAwsAccountId ?? undefined,
  newAwsAccountName: newAwsAccountName ?? undefined,
  newAwsAccountNumber: newAwsAccountNumber ?? undefined,
})
