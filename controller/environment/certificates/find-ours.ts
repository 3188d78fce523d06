import type { CertificateStatus } from '../../../core/resources/environment'
import type { CertificatesWork } from './memory'

/** What AWS made of a request whose answer was lost: its token stands in its tags. */
export async function findOurs(
  { pass }: CertificatesWork,
  { token }: CertificateStatus,
): Promise<string | undefined> {
  const [found] = await pass.account.certificates.list(pass.tags(purposeOf(token)))
  return found?.id
}

export const purposeOf = (token: string): string => `certificate/${token}`
