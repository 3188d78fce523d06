import { region } from '../aws/region'

/** With this begins the name of every secret that instances may read; a parameter's with a slash before it. */
export const registryCredentialsPrefix = 'sdo/registries/'

/** Where a login for a registry is kept in the customer's account. */
const stores = {
  ssm: { before: 'parameter/', name: '[A-Za-z0-9_./-]+' },
  secretsmanager: { before: 'secret:', name: '[A-Za-z0-9_/+=.@-]+' },
} as const
type Store = keyof typeof stores

/** ARN of a secret of Secrets Manager or of a parameter of SSM, as IAM and the Kubernetes API read it too. */
export const registryCredentialsPattern = `^arn:aws:(${Object.entries(stores)
  .map(
    ([store, { before, name }]) =>
      `${store}:${region}:[0-9]{12}:${before}${registryCredentialsPrefix}${name}`,
  )
  .join('|')})$`
const pattern = new RegExp(registryCredentialsPattern)

export const isRegistryCredentials = (arn: string): boolean => pattern.test(arn)

/** Which service keeps it, and in which account. @param arn one for which `isRegistryCredentials` holds */
export function parseRegistryCredentials(arn: string): { store: Store; accountNumber: string } {
  const [, , store = '', , accountNumber = ''] = arn.split(':')
  return { store: store as Store, accountNumber }
}

/** What instances may read of an account: every login for a registry, and no other secret. */
export const registryCredentialsArns = (accountNumber: string): Record<Store, string> => ({
  ssm: `arn:aws:ssm:${region}:${accountNumber}:${stores.ssm.before}${registryCredentialsPrefix}*`,
  secretsmanager: `arn:aws:secretsmanager:${region}:${accountNumber}:${stores.secretsmanager.before}${registryCredentialsPrefix}*`,
})

const example = `arn:aws:secretsmanager:${region}:123456789012:secret:${registryCredentialsPrefix}name`

/** What is wrong with an ARN and how to mend it, for people; undefined if nothing is. It repeats nothing: it may be the login itself. */
export function registryCredentialsFault(arn: string): string | undefined {
  if (isRegistryCredentials(arn)) return undefined
  const [, , , itsRegion] = /^arn:aws:(ssm|secretsmanager):([^:]*):\d{12}:(parameter\/|secret:)./.exec(arn)
    ? arn.split(':')
    : []
  if (itsRegion === undefined)
    return `Registry login must be the ARN of a secret of AWS Secrets Manager or of a parameter of AWS Systems Manager that holds it, such as ${example}. The login itself is never typed here.`
  if (itsRegion !== region) return `The secret with the registry login must be in ${region}.`
  return `The name of the secret with the registry login must begin with ${registryCredentialsPrefix} (a parameter's with /${registryCredentialsPrefix}): instances may read no other.`
}
