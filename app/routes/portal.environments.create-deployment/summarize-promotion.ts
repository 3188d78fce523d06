import type { DifferenceView } from '../../services/deployments/difference-views'

/** How much promoting something changes: `adds 1, changes 2, removes 1`. */
export function summarizePromotion({ applications }: Pick<DifferenceView, 'applications'>): string {
  const count = (wanted: string) => applications.filter(({ type }) => type === wanted).length
  const parts = [
    ['adds', count('add')],
    ['changes', count('change')],
    ['removes', count('remove')],
  ] as const
  const told = parts.filter(([, number]) => number > 0).map(([verb, number]) => `${verb} ${number}`)
  return told.length > 0 ? told.join(', ') : 'changes nothing'
}
