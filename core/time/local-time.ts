/**
 * A minute by the clock of a place: `Fri 27 Nov, 20:00 Europe/Berlin`.
 *
 * @param epoch in milliseconds
 * @param timeZone a name of the IANA time zone database
 */
export function localTime(epoch: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', weekday: 'short', day: 'numeric', month: 'short' },
    ...{ hour: '2-digit', minute: '2-digit' },
  })
  const { weekday, day, month, hour, minute } = Object.fromEntries(
    format.formatToParts(epoch).map(({ type, value }) => [type, value]),
  )
  return `${weekday} ${day} ${month}, ${hour}:${minute} ${timeZone}`
}
