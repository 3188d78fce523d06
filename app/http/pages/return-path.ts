/** An origin of no host: what is resolved against it and leaves it would have led elsewhere. */
const here = 'http://sdo.invalid'
const portal = '/portal'

/**
 * The page that somebody wanted before logging in: a path of the portal, so that nobody is led elsewhere. It is read as a browser
 * reads it, to which `\` is `/` and `/a/..` nothing, and what comes out is what is judged and answered.
 */
export function returnPath(wanted: string): string {
  if (!URL.canParse(wanted, here)) return portal
  const { origin, pathname, search } = new URL(wanted, here)
  const isOfPortal = origin === here && (pathname === portal || pathname.startsWith(`${portal}/`))
  return isOfPortal ? pathname + search : portal
}
