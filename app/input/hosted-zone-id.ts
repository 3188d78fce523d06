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
