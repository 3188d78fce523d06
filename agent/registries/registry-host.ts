export const dockerHub = 'docker.io'

/** The host of the registry that an image without tag is kept in, as Docker reads it. */
export function registryHostOf(image: string): string {
  const [first = '', ...others] = image.split('/')
  const isHost = others.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  return isHost ? first : dockerHub
}

const host = /^[A-Za-z0-9][A-Za-z0-9.-]*(:\d{1,5})?$/
const pathPart = /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*$/
const tagName = /^\w[\w.-]{0,127}$/

/** Whether these name an image in Docker's grammar: anything else must not even reach the address of a call. */
export function canNameImage({ image, tag }: { image: string; tag: string }): boolean {
  const [first = '', ...others] = image.split('/')
  const isFirstRight = others.length > 0 ? host.test(first) : pathPart.test(first)
  return isFirstRight && others.every((part) => pathPart.test(part)) && tagName.test(tag)
}

/** Account and region of a private registry of ECR, or undefined for any other. */
export function parseEcrRegistry(host: string): { accountNumber: string; region: string } | undefined {
  const match = /^(\d{12})\.dkr\.ecr(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/.exec(host)
  const [, accountNumber, region] = match ?? []
  return accountNumber && region ? { accountNumber, region } : undefined
}
