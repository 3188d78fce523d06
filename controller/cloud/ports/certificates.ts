import type { Tags } from '../../../core/aws/ownership'
import type { Tagged } from './network'

/** All that AWS may say of a certificate comes down to these. */
export type CertificateState = 'pending' | 'issued' | 'failed'

/** A record by which AWS is shown that a name is ours. */
export interface ValidationRecord {
  name: string
  value: string
}

export interface Certificate extends Tagged {
  /** Wildcards included. */
  domainNames: string[]
  state: CertificateState
}

interface CertificateDetails extends Omit<Certificate, 'tags'> {
  /** AWS's code of the reason why it is not issued, e.g. `CAA_ERROR`. */
  failure?: string
  /** Absent until it is issued. AWS renews it before, as long as its records are there and something uses it. */
  expiresEpoch?: number
  /** A record for each name, where two names may have the same; AWS may take some seconds to tell them. */
  validations: ValidationRecord[]
}

/** AWS Certificate Manager. */
export interface Certificates {
  /** Certificates that carry all of the tags; without tags, those of others too. New ones may be missing for a while. */
  list(tags: Tags): Promise<Certificate[]>
  /** @throws CloudError not-found */
  get(id: string): Promise<CertificateDetails>
  /**
   * Asks for a certificate that AWS issues once the names' records are there. The same token within an hour gives the same certificate.
   * The first name has at most 64 characters.
   * @returns its id
   */
  request(input: { token: string; domainNames: string[]; tags: Tags }): Promise<string>
  /** @throws CloudError dependency-violation while something uses it */
  delete(id: string): Promise<void>
}
