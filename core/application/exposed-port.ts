export const highestPort = 65_535

export const maximumSubdomainLength = 55
/** One label. */
export const subdomainPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** As a port's subdomain: what names end in, such as the name of the zone, and nothing before it. */
const apex = '@'
/** Of a port: a label, the apex, or a wildcard. Without backslashes, which the rules of Kubernetes read in another way. */
export const portSubdomainPattern = /^(@|[*]|([*][.])?[a-z0-9]+(-[a-z0-9]+)*)$/

/** The name that a port's subdomain makes of what names end in. */
export const nameOfPort = (subdomain: string, end: string): string =>
  subdomain === apex ? end : `${subdomain}.${end}`
