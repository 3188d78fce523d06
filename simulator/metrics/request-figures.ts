import type { RequestFigures } from '../../controller/cloud/cloud'
import type { ServedRequests } from '../state'

/** What CloudWatch makes of requests: a figure for each target group and time of so many seconds that has some. */
export function requestFiguresOf(served: readonly ServedRequests[], seconds: number): RequestFigures[] {
  const stepMilliseconds = seconds * 1000
  const byTime = new Map<string, ServedRequests[]>()
  for (const one of served) {
    const key = `${Math.floor(one.epoch / stepMilliseconds)} ${one.targetGroupId}`
    byTime.set(key, [...(byTime.get(key) ?? []), one])
  }
  return [...byTime.values()].flatMap((requests) => {
    const [first] = requests
    if (!first) return []
    const sum = (of: ServedRequests[]) => of.reduce((total, { count }) => total + count, 0)
    return {
      targetGroupId: first.targetGroupId,
      epoch: Math.floor(first.epoch / stepMilliseconds) * stepMilliseconds,
      requests: sum(requests),
      errors: sum(requests.filter(({ isError }) => isError)),
      p50Ms: percentileOf(requests, 0.5),
      p99Ms: percentileOf(requests, 0.99),
    }
  })
}

/** The time that so large a share of requests does not exceed. */
function percentileOf(requests: ServedRequests[], share: number): number {
  const sorted = requests.toSorted((one, other) => one.milliseconds - other.milliseconds)
  let left = share * requests.reduce((total, { count }) => total + count, 0)
  const found = sorted.find(({ count }) => (left -= count) <= 0)
  return (found ?? sorted.at(-1))?.milliseconds ?? 0
}
