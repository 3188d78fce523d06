import { region } from '../core/aws/region'
import type { AccountState } from './state'

/** A secret as its owner keeps it in AWS. */
export interface NewSecret {
  /** `sdo/secrets/database`; a parameter's may begin with a slash. */
  name: string
  value: string
  store: 'secretsmanager' | 'ssm'
}

/** Keeps a secret, in the place of any of this name, and tells its ARN. */
export function putSecret(account: AccountState, { name, value, store }: NewSecret): string {
  const path = name.replace(/^\//, '')
  const kind = store === 'ssm' ? 'parameter/' : 'secret:'
  const arn = `arn:aws:${store}:${region}:${account.accountNumber}:${kind}${path}`
  account.secrets[arn] = { value }
  return arn
}
