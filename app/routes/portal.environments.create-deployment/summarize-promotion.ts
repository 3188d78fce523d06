import type { PromoteView } from '../../services/deployments/deployment-views'

type Candidate = Pick<PromoteView['promoteCandidates'][number], 'applications' | 'applicationsToRemove'>

/** How much promoting something changes: `adds 1, changes 2, removes 1`. */
export function summarizePromotion({ applications, applicationsToRemove }: Candidate): string {
  const added = applications.filter(({ presentVersionName }) => presentVersionName === undefined)
  const same = applications.filter(({ isPresent }) => isPresent)
  const parts = [
    ['adds', added.length],
    ['changes', applications.length - added.length - same.length],
    ['removes', applicationsToRemove.length],
  ] as const
  const told = parts.filter(([, count]) => count > 0).map(([verb, count]) => `${verb} ${count}`)
  return told.length > 0 ? told.join(', ') : 'has the same versions'
}
