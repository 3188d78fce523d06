import { longest } from '../../../core/text/longest'
import { line } from '../../input/names'
import { messages } from '../../messages/messages'

/** What a team calls an AWS account. */
export const awsAccountNameRule = line(longest.name, { missing: messages.awsAccountNameMissing })
