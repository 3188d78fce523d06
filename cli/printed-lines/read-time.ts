import { usageError } from '../cli-error'

/** In milliseconds. */
const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * A time as it was typed: how long ago (`90s`, `15m`, `2h`, `7d`), or a date of ISO 8601 with or without a time, in UTC unless it says otherwise.
 *
 * @returns milliseconds since 1970
 * @throws CliError `usage` for anything else
 */
export function readTime(option: string, typed: string, nowEpoch: number): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(typed) ?? []
  if (count !== undefined) return Math.max(0, nowEpoch - Number(count) * (units[unit] ?? 0))
  const hasTime = /^\d{4}-\d\d-\d\dT/.test(typed)
  const hasZone = /(Z|[+-]\d\d:\d\d)$/.test(typed)
  const epoch = /^\d{4}-\d\d-\d\d(T|$)/.test(typed)
    ? Date.parse(hasTime && !hasZone ? `${typed}Z` : typed)
    : NaN
  if (!(epoch >= 0))
    throw usageError(`${option} takes 15m, 2h, 7d or a time such as 2026-11-27T08:00, and ${typed} is none.`)
  return epoch
}
