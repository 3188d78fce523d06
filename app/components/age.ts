const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The age of something, in words: `less than 1 minute`, `1 minute`, `3 hours`, `12 days`. */
export function ageText(milliseconds: number): string {
  if (milliseconds < minute) return 'less than 1 minute'
  if (milliseconds < hour) return counted(Math.floor(milliseconds / minute), 'minute')
  if (milliseconds < day) return counted(Math.floor(milliseconds / hour), 'hour')
  return counted(Math.floor(milliseconds / day), 'day')
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
