import type { CertificateStatus } from '../../../core/resources/environment'
import { isToGo } from '../../../core/resources/metadata'
import { joinOutcomes, ready, type Outcome } from '../../reconcile/outcome'
import { settlingSeconds, type Learned } from '../concern'
import { carryOutHttps } from './https'
import {
  certificatesOf,
  type CertificatesWork,
  findOurs,
  moveTo,
  outcomeOf,
  purposeOf,
} from './certificate-work'
import { isLasting, refuse } from './refusal'
import { removeCertificate } from './remove'
import { carryOutShared } from './shared-balancer/bring-listeners'
import { sharedNames } from './shared-balancer/known-names'
import { heldLinks, isAnyNamed } from './wanted-certificates'
import { changeValidations, uniqueValidations } from './validations'

/** Between two looks for certificates that are ours and stand nowhere. */
const surveySeconds = 300

/** Asks for what is written down, validates it, has load balancers show it, and takes away what goes. */
export async function carryOut(work: CertificatesWork): Promise<Learned> {
  const { pass, draft } = work
  const links = pass.environment.spec.hostedZoneLinks ?? []
  if (links.length === 0 && !draft.status.certificates && !isAnyNamed(draft.status)) return {}
  const outcomes = [await outcomeOf(work, () => findStrays(work))]
  for (const certificate of [...certificatesOf(work)]) {
    if (certificate.phase === 'Requesting')
      outcomes.push(await outcomeOf(work, () => request(work, certificate)))
    if (certificate.phase === 'Refused')
      outcomes.push(await outcomeOf(work, () => deleteRefused(work, certificate)))
  }
  outcomes.push(...(await changeValidations(work)))
  // When the environment goes, its load balancers go at once.
  if (!isToGo(pass.environment.metadata))
    outcomes.push(
      ...(await carryOutHttps(work)),
      ...(await carryOutShared(work, sharedNames(work, heldLinks(work, links)))),
    )
  for (const certificate of [...certificatesOf(work)])
    if (certificate.phase === 'Removing')
      outcomes.push(await outcomeOf(work, () => removeCertificate(work, certificate)))
  return { outcome: joinOutcomes(outcomes) }
}

/** Records for removal the certificates of ours that no status has: their controller died, or somebody restored an older status. */
async function findStrays(work: CertificatesWork): Promise<Outcome> {
  const { pass, draft, memory } = work
  if (!draft.status.certificates || settlingSeconds(pass, work) > 0) return ready
  if (!pass.hasPassed(surveySeconds, memory.surveyedEpoch)) return ready
  if (certificatesOf(work).some(({ phase, certificateId }) => phase === 'Requesting' || !certificateId))
    return ready
  const listed = await pass.account.certificates.list(pass.environmentTags)
  memory.surveyedEpoch = pass.stamp
  for (const { id, domainNames } of listed)
    if (!certificatesOf(work).some(({ certificateId }) => certificateId === id)) {
      const { validations } = await pass.account.certificates.get(id)
      draft.status.certificates?.push({
        hostedZone: zoneOf(work, domainNames)?.name ?? '',
        wildcard: domainNames.at(-1) ?? '',
        domainNames,
        token: '',
        phase: 'Removing',
        sinceEpoch: pass.stamp,
        certificateId: id,
        validations: uniqueValidations(validations).map((one) => ({ ...one, phase: 'Present' })),
      })
    }
  return ready
}

const zoneOf = ({ pass }: CertificatesWork, [domainName = '']: string[]) =>
  [...pass.linked.zones.values()].find(({ zoneName }) => zoneName && domainName.endsWith(zoneName))

/** A request whose answer was lost is found by its tags, or by its token. */
async function request(work: CertificatesWork, certificate: CertificateStatus): Promise<Outcome> {
  const { pass } = work
  const { token, domainNames } = certificate
  try {
    const id =
      (await findOurs(work, certificate)) ??
      (await pass.account.certificates.request({
        token,
        domainNames,
        tags: pass.tags(purposeOf(token)),
      }))
    certificate.certificateId = id
    moveTo(work, certificate, 'Validating')
    return ready
  } catch (error) {
    if (!isLasting(error)) throw error
    refuse(work, certificate, error)
    return ready
  }
}

/** Deletes a certificate that failed: it is of no use, and stands in the way of nobody. The next one is asked for later. */
async function deleteRefused({ pass }: CertificatesWork, certificate: CertificateStatus): Promise<Outcome> {
  const { certificateId } = certificate
  if (certificateId === undefined) return ready
  await pass.account.certificates.delete(certificateId)
  delete certificate.certificateId
  return ready
}
