import { messages } from '../messages/messages'
import { rule } from './rule'

/** The 12 digits of an account, also when they were typed as `1234-5678-9012`. */
export const awsAccountNumberRule = rule((typed: string, refuse) => {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{12}$/.test(digits) ? digits : refuse(messages.awsAccountNumberWrong)
})
