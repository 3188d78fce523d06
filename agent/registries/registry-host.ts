export const dockerHub = 'docker.io'

/** The host of the registry that an image without tag is kept in, as Docker reads it. */
export function registryHostOf(image: string): string {
  const [first = '', ...others] = image.split('/')
  const isHost = others.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  return isHost ? first : dockerHub
}

/** A repository under its whole name: registries and Docker leave out what is usual. */
export function wholeName(image: string): string {
  const host = registryHostOf(image)
  const path = image.startsWith(`${host}/`) ? image.slice(host.length + 1) : image
  return host === dockerHub && !path.includes('/') ? `${host}/library/${path}` : `${host}/${path}`
}

/** Names of a registry of ECR: by IPv4, and by IPv4 and IPv6 (docs.aws.amazon.com/AmazonECR/latest/userguide/ecr-requests.html). */
const ecrHosts = [
  /^(\d{12})\.dkr\.ecr(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/,
  /^(\d{12})\.dkr-ecr(?:-fips)?\.([a-z0-9-]+)\.on\.aws$/,
]

/** Account and region of a private registry of ECR, or undefined for any other. */
export function parseEcrRegistry(host: string): { accountNumber: string; region: string } | undefined {
  const [, accountNumber, region] = ecrHosts.flatMap((pattern) => pattern.exec(host) ?? [])
  return accountNumber && region ? { accountNumber, region } : undefined
}
