import type { CertificateStatus } from '../../../core/resources/environment'
import type { CertificatesWork } from './memory'

/** Finds the certificate of a request whose answer was lost, by the token in its tags. */
export async function findOurs(
  { pass }: CertificatesWork,
  { token }: CertificateStatus,
): Promise<string | undefined> {
  const [found] = await pass.account.certificates.list(pass.tags(purposeOf(token)))
  return found?.id
}

export const purposeOf = (token: string): string => `certificate/${token}`
