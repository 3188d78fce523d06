import type { CertificateStatus } from '../../../core/resources/environment'
import type { Work } from '../concern'

interface CertificatesMemory {
  /** Epochs of the last calls to AWS: by certificate, by load balancer for its listeners, and for all certificates of the environment. */
  askedEpoch: Map<string, number>
  surveyedEpoch: number
}

export type CertificatesWork = Work<CertificatesMemory>

export const emptyMemory = (): CertificatesMemory => ({
  askedEpoch: new Map(),
  surveyedEpoch: 0,
})

export const certificatesOf = ({ draft }: CertificatesWork): CertificateStatus[] =>
  draft.status.certificates ?? []

export const moveTo = (
  { pass }: CertificatesWork,
  certificate: CertificateStatus,
  phase: CertificateStatus['phase'],
) => Object.assign(certificate, { phase, sinceEpoch: pass.now })

/** Whether AWS was not asked about something lately; then it is noted that it is asked now. */
export function isDue({ pass, memory }: CertificatesWork, id: string, seconds: number): boolean {
  if (!pass.isExaminationDue && pass.secondsSince(memory.askedEpoch.get(id) ?? 0) < seconds) return false
  memory.askedEpoch.set(id, pass.now)
  return true
}

/** Seconds: between looks while something is on its way, later, and while all is as it is to be. */
export const lookSeconds = { young: 1, old: 15, usual: 60 }
