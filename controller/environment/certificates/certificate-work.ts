import { randomUUID } from 'node:crypto'
import type { CertificateStatus } from '../../../core/resources/environment'
import { outcomeOfRefusal } from '../../reconcile/cloud-refusal'
import type { Outcome } from '../../reconcile/outcome'
import type { Work } from '../concern'
import type { FleetFacts } from '../facts'

export interface CertificatesMemory {
  /** Epochs of the last calls to AWS: by certificate, by load balancer for its listeners, and for all certificates of the environment. */
  askedEpoch: Map<string, number>
  surveyedEpoch: number
  /**
   * Of shared load balancers, by id: what they were to do at the last look, since when they were seen to do it, and whether that is for so
   * long that they do.
   */
  shared: Map<string, { wanted: string; sinceEpoch: number; isSettled: boolean }>
}

/** The input of a step, with what the concern remembers. */
export interface CertificatesWork extends Work, Pick<FleetFacts, 'isRecordLost'> {
  readonly memory: CertificatesMemory
}

export const certificatesOf = ({ draft }: CertificatesWork): CertificateStatus[] =>
  draft.status.certificates ?? []

export const moveTo = (
  { pass }: CertificatesWork,
  certificate: CertificateStatus,
  phase: CertificateStatus['phase'],
) => Object.assign(certificate, { phase, sinceEpoch: pass.stamp })

/** Whether AWS was not asked about something lately; then it is noted that it is asked now. */
export function isDue({ pass, memory }: CertificatesWork, id: string, seconds: number): boolean {
  if (!pass.isExaminationDue && !pass.hasPassed(seconds, memory.askedEpoch.get(id) ?? 0)) return false
  memory.askedEpoch.set(id, pass.stamp)
  return true
}

/** Seconds: between looks while something is on its way, later, and while all is as it is to be. */
export const lookSeconds = { young: 1, old: 15, usual: 60 }

/** Seconds between looks at what is settled. */
export const settledSeconds = ({ pass }: CertificatesWork): number => lookSeconds.usual * pass.patience

/** A client token in the form that Certificate Manager takes: letters and digits, 32 at most. */
export const newToken = (): string => randomUUID().replaceAll('-', '')

/** Runs a step for one certificate; a refusal is its outcome and stops no other certificate. @throws what is no CloudError */
export async function outcomeOf({ pass }: CertificatesWork, step: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await step()
  } catch (error) {
    return outcomeOfRefusal(error, pass.limits)
  }
}

/** Finds the certificate of a request whose answer was lost, by the token in its tags. */
export async function findOurs(
  { pass }: CertificatesWork,
  { token }: CertificateStatus,
): Promise<string | undefined> {
  const [found] = await pass.live.certificates.list(pass.tags(purposeOf(token)))
  return found?.id
}

export const purposeOf = (token: string): string => `certificate/${token}`
