/** A moment to the second, with the time zone: `2026-11-23 12:39:08 GMT+1`. In the zone of this machine where none is named. */
export function momentText(epoch: number, timeZone?: string): string {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  // On the server, where it is called for each row: no formatter is needed.
  if (zone === 'UTC') return `${new Date(epoch).toISOString().replace('T', ' ').slice(0, 19)} UTC`
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const parts = Object.fromEntries(format.formatToParts(epoch).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute, second, timeZoneName } = parts
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${timeZoneName}`
}
