import { region } from './region'

/** Services in which customers keep secrets. */
const stores = {
  ssm: { before: 'parameter/', name: '[A-Za-z0-9_./-]+' },
  secretsmanager: { before: 'secret:', name: '[A-Za-z0-9_/+=.@-]+' },
} as const
type SecretStore = keyof typeof stores

/** ARN of a secret of Secrets Manager, or of a parameter of SSM, whose name begins with `prefix`, as IAM and the Kubernetes API read it too. */
export const secretArnPattern = (prefix: string): string =>
  `^arn:aws:(${Object.entries(stores)
    .map(([store, { before, name }]) => `${store}:${region}:[0-9]{12}:${before}${prefix}${name}`)
    .join('|')})$`

/** Reads service and account from the ARN of a secret. @param arn one that has the pattern */
export function parseSecretArn(arn: string): { store: SecretStore; accountNumber: string } {
  const [, , store = '', , accountNumber = ''] = arn.split(':')
  return { store: store as SecretStore, accountNumber }
}

/** Patterns of ARNs for policies: all secrets of an account whose name begins with `prefix`. */
export const secretArnsOf = (accountNumber: string, prefix: string): Record<SecretStore, string> => ({
  ssm: `arn:aws:ssm:${region}:${accountNumber}:${stores.ssm.before}${prefix}*`,
  secretsmanager: `arn:aws:secretsmanager:${region}:${accountNumber}:${stores.secretsmanager.before}${prefix}*`,
})

/** Region of what looks like the ARN of a secret or parameter; undefined for anything else. */
export const regionOfSecret = (arn: string): string | undefined =>
  /^arn:aws:(?:ssm|secretsmanager):([^:]*):\d{12}:(?:parameter\/|secret:)./.exec(arn)?.[1]
