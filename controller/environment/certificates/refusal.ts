import { certificateLines } from '../../../core/environment-log/name-lines'
import { CloudError, type CloudErrorKind } from '../../cloud/cloud'
import type { CertificateStatus } from '../../../core/resources/environment'
import type { ConditionReason } from '../../../core/resources/metadata'
import { stalled, type Outcome } from '../../reconcile/outcome'
import { certificatesOf, moveTo, type CertificatesWork } from './certificate-work'

/** Refusals that waiting does not end: until somebody acts, the names answer on HTTP. */
const lastingKinds = ['access-denied', 'quota-exceeded', 'invalid']

export const isLasting = (error: unknown): error is CloudError =>
  error instanceof CloudError && lastingKinds.includes(error.kind)

/** Messages by AWS's reason not to issue a certificate; each says what to do. */
const reasons: Record<string, string> = {
  CAA_ERROR:
    'a CAA record of the domain does not let Amazon issue certificates. Add one that names amazon.com, or delete it',
  DOMAIN_NOT_ALLOWED: 'AWS issues none for this domain. Ask AWS Support, or link another zone',
  DOMAIN_VALIDATION_DENIED: 'AWS denied the validation of the domain',
  ADDITIONAL_VERIFICATION_REQUIRED:
    'AWS wants to know more first. Answer what AWS Support asked the owner of the account',
  INVALID_PUBLIC_DOMAIN: 'the domain is none of the public DNS',
  VALIDATION_TIMED_OUT:
    'AWS did not find its validation record for 72 hours. Check that the zone is delegated to',
  EXPIRED: 'it has expired, because AWS could not renew it. Check that the zone is delegated to',
  REVOKED: 'it was revoked',
}

export const describeFailure = (failure = 'OTHER'): string =>
  `${reasons[failure] ?? 'AWS gave no reason'} (${failure}).`

const reasonOf: Partial<Record<CloudErrorKind, ConditionReason>> = {
  'access-denied': 'AccessDenied',
  'quota-exceeded': 'QuotaExceeded',
}

const describeError = ({ kind, message }: CloudError): string =>
  kind === 'access-denied'
    ? `SDO may not use its role for certificates. Apply the current template of the account of this environment. ${message}`
    : kind === 'quota-exceeded'
      ? `A quota of Certificate Manager is used up. Ask AWS for a higher one. ${message}`
      : message

/** Leaves the names on HTTP, and says so once for each reason. */
export function refuse(
  work: CertificatesWork,
  certificate: CertificateStatus,
  cause: CloudError | string,
): void {
  const why = typeof cause === 'string' ? cause : describeError(cause)
  const reason = typeof cause === 'string' ? 'CloudError' : (reasonOf[cause.kind] ?? 'CloudError')
  const { wildcard } = certificate
  const message = `There is no certificate for ${wildcard}: ${why}`
  const line = reason === 'AccessDenied' ? certificateLines.roleRefused : certificateLines.refused
  if (certificate.message !== message) work.draft.event(line, { wildcard, why })
  Object.assign(certificate, { message, reason, refusals: (certificate.refusals ?? 0) + 1 })
  moveTo(work, certificate, 'Refused')
}

const retrySeconds = { first: 60, longest: 6 * 3600 }

/** Ever later: Certificate Manager counts what an account asks for in a year. */
export const secondsToRetry = (
  { pass }: CertificatesWork,
  { refusals = 1, sinceEpoch }: CertificateStatus,
): number =>
  Math.min(retrySeconds.first * 2 ** (refusals - 1), retrySeconds.longest) - pass.secondsSince(sinceEpoch)

/** Of certificates that are refused, whatever they wait for. */
export function refusedOutcome(work: CertificatesWork): Outcome | undefined {
  const [refused] = certificatesOf(work).filter(({ phase, refusals }) => phase !== 'Removing' && refusals)
  if (!refused) return undefined
  const { message = '', reason = 'CloudError' } = refused
  const seconds = Math.max(1, Math.min(secondsToRetry(work, refused), work.pass.limits.stalledSeconds))
  return stalled(reason, `${message} Its names answer on HTTP only.`, seconds)
}
