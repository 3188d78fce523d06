export const dockerHub = 'docker.io'

/** The host of the registry that an image without tag is kept in, as Docker reads it. */
export function registryHostOf(image: string): string {
  const [first = '', ...others] = image.split('/')
  const isHost = others.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  return isHost ? first : dockerHub
}

/** Account and region of a private registry of ECR, or undefined for any other. */
export function parseEcrRegistry(host: string): { accountNumber: string; region: string } | undefined {
  const match = /^(\d{12})\.dkr\.ecr(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/.exec(host)
  const [, accountNumber, region] = match ?? []
  return accountNumber && region ? { accountNumber, region } : undefined
}
