import { certificateLines } from '../../../core/environment-log/name-lines'
import type { CertificateStatus } from '../../../core/resources/environment'
import { ownerTag, ownerValue } from '../../../core/aws/ownership'
import { CloudError } from '../../cloud/cloud'
import { ready, waiting, type Outcome } from '../../reconcile/outcome'
import { certificatesOf, type CertificatesWork, findOurs, lookSeconds } from './certificate-work'

/** Deletes a certificate, then what validated it; forgets it once nothing of it is left. */
export async function removeCertificate(
  work: CertificatesWork,
  certificate: CertificateStatus,
): Promise<Outcome> {
  const { pass, draft } = work
  const { certificates } = pass.account
  if (certificate.certificateId === undefined && certificate.token !== '') {
    certificate.certificateId = await findOurs(work, certificate)
    const seconds = pass.limits.visibilitySeconds - pass.secondsSince(certificate.sinceEpoch)
    // What was asked for last may not be listed yet.
    if (certificate.certificateId === undefined && seconds > 0)
      return waiting(
        'Working',
        'Checking that no certificate was created.',
        Math.min(seconds, lookSeconds.young),
      )
  }
  if (certificate.certificateId !== undefined) {
    try {
      await certificates.delete(certificate.certificateId)
    } catch (error) {
      if (!(error instanceof CloudError && error.kind === 'dependency-violation')) throw error
      return waiting(
        'DependencyViolation',
        `A certificate is still in use. ${error.message}`,
        lookSeconds.young,
      )
    }
    delete certificate.certificateId
    certificate.token = ''
    draft.event(certificateLines.deleted, certificate)
  }
  if (certificate.validations.some(({ phase }) => phase !== 'Removing'))
    await releaseValidations(work, certificate)
  if (certificate.validations.length > 0)
    return waiting('Working', 'Removing validation records.', lookSeconds.young / 4)
  draft.status.certificates = certificatesOf(work).filter((one) => one !== certificate)
  return ready
}

/**
 * Deletes the validation records that are ours and that no other certificate needs: AWS asks for the same record for every certificate of a
 * name in an account.
 */
async function releaseValidations(work: CertificatesWork, certificate: CertificateStatus): Promise<void> {
  const ours = certificate.validations.filter(({ phase }) => phase !== 'Foreign' && phase !== 'Taken')
  const needed = ours.length > 0 ? await neededNames(work, certificate) : []
  const isNeeded = (record: string) =>
    needed.some((name) => record.endsWith(`.${name}`) && isLabel(record, name))
  certificate.validations = ours.flatMap((one) =>
    isNeeded(one.name) ? [] : [{ ...one, phase: 'Removing' as const }],
  )
}

/** A record has one label before the name that it validates. */
const isLabel = (record: string, name: string) => !record.slice(0, -name.length - 1).includes('.')

const plainName = (domainName: string) => domainName.replace(/^\*\./, '')

/** Domain names of the account's other certificates: ours from the status, others from AWS's list. */
async function neededNames(work: CertificatesWork, certificate: CertificateStatus): Promise<string[]> {
  const { pass } = work
  const { environment, account, dependencies } = pass
  const own = certificatesOf(work).filter((one) => one !== certificate)
  const others = (await dependencies.store.list('Environment'))
    .filter(
      ({ metadata, spec }) =>
        metadata.name !== environment.metadata.name && spec.awsAccount === environment.spec.awsAccount,
    )
    .flatMap(({ status }) => status?.certificates ?? [])
  const all = await account.certificates.list({})
  const names = certificate.domainNames.map(plainName)
  const isOfTheseNames = (domainNames: string[]) => domainNames.some((one) => names.includes(plainName(one)))
  const suspects = all.filter(({ state, domainNames }) => state !== 'failed' && isOfTheseNames(domainNames))
  const marked = suspects.length > 0 ? await account.certificates.list({ [ownerTag]: ownerValue }) : []
  const foreign = suspects.filter(({ id }) => !marked.some((one) => one.id === id))
  const staying = [...own, ...others].filter(({ phase }) => phase !== 'Removing')
  return [...staying, ...foreign].flatMap(({ domainNames }) => domainNames.map(plainName))
}
