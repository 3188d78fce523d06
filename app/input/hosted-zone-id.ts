import { hostedZoneIdPattern } from '../../core/resources/hosted-zone'
import { invalid } from '../../core/errors'
import { messages } from '../messages/messages'

/** The id of a hosted zone without what AWS puts before it here and there. @throws DomainError `invalid` at `field` */
export function requireHostedZoneId(typed: string, field: string): string {
  const id = typed
    .trim()
    .replace(/^arn:aws:route53:::/i, '')
    .replace(/^\/?hostedzone\//i, '')
    .toUpperCase()
  if (id === '') throw invalid(messages.hostedZoneIdMissing, { [field]: messages.hostedZoneIdMissing })
  if (!hostedZoneIdPattern.test(id))
    throw invalid(messages.hostedZoneIdWrong, { [field]: messages.hostedZoneIdWrong })
  return id
}
