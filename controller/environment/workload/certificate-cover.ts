import { covers } from '../../../core/dns/dns-names'
import type {
  CertificateStatus,
  EnvironmentStatus,
  LoadBalancerStatus,
} from '../../../core/resources/environment'
import { isShared } from '../../../core/resources/leading-balancers'

/** Whether a certificate is there to be served. */
export const isUsable = ({ phase, certificateId }: CertificateStatus): boolean =>
  phase === 'Issued' && certificateId !== undefined

/**
 * Whether a name may begin to lead to a load balancer: one that answers on HTTPS must have a certificate for it, or people would be shown
 * one that does not fit; and the shared one must know whom requests for it are for.
 */
export function mayLeadTo(
  entry: Pick<LoadBalancerStatus, 'https' | 'hosts' | 'listenerPort'>,
  name: string,
  { certificates = [] }: Pick<EnvironmentStatus, 'certificates'>,
): boolean {
  const { https, hosts = [] } = entry
  if (isShared(entry) && !hosts.some((one) => one.name === name)) return false
  if (!https) return true
  return (
    https.phase === 'Open' &&
    certificates.some(
      ({ wildcard, certificateId }) =>
        covers(wildcard, name) && certificateId !== undefined && https.certificateIds.includes(certificateId),
    )
  )
}

/**
 * Whether the names of ports may lead to load balancers that come in the place of others: they know all of them, and answer on HTTPS where
 * those do.
 */
export const mayTakeNames = (
  coming: LoadBalancerStatus[],
  present: LoadBalancerStatus[],
  status: Pick<EnvironmentStatus, 'certificates' | 'dns'>,
): boolean =>
  coming.every((entry) => {
    const isSame = (one: Pick<LoadBalancerStatus, 'applicationId' | 'port'>) =>
      one.applicationId === entry.applicationId && one.port === entry.port
    const isAsSafe = present.find(isSame)?.https?.phase !== 'Open' || entry.https?.phase === 'Open'
    const led = (status.dns?.records ?? []).filter(
      (record) => isSame(record) && record.phase !== 'Taken' && record.phase !== 'Removing',
    )
    return isAsSafe && led.every(({ name }) => mayLeadTo(entry, name, status))
  })
