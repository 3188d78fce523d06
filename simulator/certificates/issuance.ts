import type { AccountState, CertificateState, WorldState } from '../state'
import { isWithin, listZones, recordsOf } from '../dns/hosted-zones'
import type { World } from '../world'

const dayMs = 24 * 60 * 60_000
/** Lifetime of a certificate of AWS. */
const validDays = 198
/** How many days before its end AWS begins to renew a certificate. */
const renewalDays = 45
/** AWS gives up on one whose records are not there by then. */
const patienceMs = 3 * dayMs

/** Brings the certificates of an account to where they would be by now: AWS looks at their records by itself, and all the time. */
export function settleCertificates({ state, clock, timings }: World, account: AccountState): void {
  const now = clock.now()
  for (const certificate of Object.values(account.certificates)) {
    if (certificate.status === 'PENDING_VALIDATION')
      settlePending(certificate, {
        now,
        isRefused: account.areCertificatesRefused ?? false,
        isValid: isValidated(state, certificate),
        issuanceMs: timings.certificateIssuanceMs,
      })
    else if (certificate.status === 'ISSUED') settleIssued(certificate, account, state, now)
    if (usersOf(account, certificate.id).length > 0) certificate.usedEpoch = now
  }
}

interface Circumstances {
  now: number
  isRefused: boolean
  isValid: boolean
  issuanceMs: number
}

function settlePending(
  certificate: CertificateState,
  { now, isRefused, isValid, issuanceMs }: Circumstances,
) {
  if (isRefused) {
    Object.assign(certificate, { status: 'FAILED', failure: 'CAA_ERROR' })
    return
  }
  if (!isValid) delete certificate.validEpoch
  else certificate.validEpoch ??= now
  if (certificate.validEpoch !== undefined && now - certificate.validEpoch >= issuanceMs)
    Object.assign(certificate, { status: 'ISSUED', expiresEpoch: now + validDays * dayMs })
  else if (now - certificate.requestedEpoch > patienceMs)
    Object.assign(certificate, { status: 'VALIDATION_TIMED_OUT', failure: 'VALIDATION_TIMED_OUT' })
}

/** Renewed in place, if something uses it and its records answer. */
function settleIssued(certificate: CertificateState, account: AccountState, state: WorldState, now: number) {
  const { expiresEpoch = 0 } = certificate
  if (now < expiresEpoch - renewalDays * dayMs) return
  const isRenewable =
    !account.areCertificatesRefused && usersOf(account, certificate.id).length > 0 && now < expiresEpoch
  if (isRenewable && isValidated(state, certificate)) certificate.expiresEpoch = now + validDays * dayMs
  else if (now >= expiresEpoch) certificate.status = 'EXPIRED'
}

const isValidated = (state: WorldState, { validations }: CertificateState): boolean =>
  validations.every(({ name, value }) => {
    // Of nested zones the parents lead to the longest.
    const [zone] = listZones(state.accounts)
      .filter((candidate) => candidate.isDelegated && isWithin(name, candidate.name))
      .sort((a, b) => b.name.length - a.name.length)
    return (
      zone !== undefined &&
      recordsOf(zone).some(
        (record) =>
          record.name === name && record.type === 'CNAME' && record.values.some((one) => isSame(one, value)),
      )
    )
  })

const isSame = (target: string, value: string) => target.replace(/\.$/, '').toLowerCase() === value

/** For what a certificate cannot be deleted: listeners that show it, or did a moment ago. */
export function lateUsersOf(
  account: AccountState,
  certificateId: string,
  { clock, timings }: World,
): string[] {
  const { usedEpoch } = account.certificates[certificateId] ?? {}
  const isReleased = usedEpoch === undefined || clock.now() >= usedEpoch + timings.certificateReleaseMs
  const users = usersOf(account, certificateId)
  return users.length > 0 || isReleased ? users : ['a listener that showed it']
}

/** The listeners that show a certificate. */
export const usersOf = ({ loadBalancers }: AccountState, certificateId: string): string[] =>
  Object.values(loadBalancers).flatMap(({ name, listeners }) =>
    listeners
      .filter(({ certificateIds }) => certificateIds.includes(certificateId))
      .map(({ port }) => `the listener ${port} of ${name}`),
  )
