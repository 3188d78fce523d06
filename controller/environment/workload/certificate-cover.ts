import { covers } from '../../../core/dns/dns-names'
import type {
  CertificateStatus,
  EnvironmentStatus,
  LoadBalancerStatus,
} from '../../../core/resources/environment'

/** Whether a certificate is there to be served. */
export const isUsable = ({ phase, certificateId }: CertificateStatus): boolean =>
  phase === 'Issued' && certificateId !== undefined

/**
 * Whether a name may begin to lead to a load balancer: one that answers on HTTPS must have a certificate for it, or people would be shown
 * one that does not fit.
 */
export function mayLeadTo(
  { https }: Pick<LoadBalancerStatus, 'https'>,
  name: string,
  { certificates = [] }: Pick<EnvironmentStatus, 'certificates'>,
): boolean {
  if (!https) return true
  return (
    https.phase === 'Open' &&
    certificates.some(
      ({ wildcard, certificateId }) =>
        covers(wildcard, name) && certificateId !== undefined && https.certificateIds.includes(certificateId),
    )
  )
}
