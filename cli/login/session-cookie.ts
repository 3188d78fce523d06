const cookieName = 'X-SDO-AUTHORIZATION'

/** The token of the session that an answer to a login opened; undefined where it opened none. */
export function sessionIn(headers: Headers): string | undefined {
  const pairs = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const cookie = pairs.find((pair) => pair.startsWith(`${cookieName}=`))
  const token = cookie && decodeURIComponent(cookie.slice(cookieName.length + 1))
  // A login that was refused takes the cookie away.
  return token || undefined
}
