import { closestCover } from '../../../core/dns/dns-names'
import type { CertificateStatus, EnvironmentStatus } from '../../../core/resources/environment'

type ExposedPort = Pick<EnvironmentStatus['loadBalancers'][number], 'applicationId' | 'port' | 'https'>

/** State of HTTPS for each name of a port. */
export const httpsOfNames = (
  { dns, certificates = [] }: Pick<EnvironmentStatus, 'dns' | 'certificates'>,
  { applicationId, port, https }: ExposedPort,
): { name: string; https: string }[] =>
  (dns?.records ?? [])
    .filter((one) => one.applicationId === applicationId && one.port === port && one.phase !== 'Taken')
    .map(({ name }) => ({
      name,
      https: describe(
        closestCover(
          certificates.filter(({ phase }) => phase !== 'Removing'),
          name,
        ),
        https?.phase === 'Open',
      ),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

function describe(certificate: CertificateStatus | undefined, isServed: boolean): string {
  if (!certificate) return 'HTTP only'
  const { phase, message, validations } = certificate
  if (message !== undefined && phase !== 'Issued') return `Refused. ${message}`
  if (phase === 'Requesting') return 'Waiting for AWS to take the request for a certificate'
  if (phase === 'Validating')
    return validations.some((one) => one.phase === 'Taken')
      ? 'Waiting: the name of the validation record is taken by another record'
      : 'Waiting for AWS to validate the certificate'
  return isServed ? 'Issued' : 'Issued, waiting for the load balancer'
}
