import { hostedZoneIdPattern } from '../../core/resources/hosted-zone'
import { messages } from '../messages/messages'
import { rule } from './rule'

/** The id of a hosted zone without what AWS puts before it here and there. */
export const hostedZoneIdRule = rule((typed: string, refuse) => {
  const id = typed
    .trim()
    .replace(/^arn:aws:route53:::/i, '')
    .replace(/^\/?hostedzone\//i, '')
    .toUpperCase()
  if (id === '') return refuse(messages.hostedZoneIdMissing)
  return hostedZoneIdPattern.test(id) ? id : refuse(messages.hostedZoneIdWrong)
})

/** The 12 digits of an account, also when they were typed as `1234-5678-9012`. */
export const awsAccountNumberRule = rule((typed: string, refuse) => {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{12}$/.test(digits) ? digits : refuse(messages.awsAccountNumberWrong)
})
