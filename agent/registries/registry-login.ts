import { createEcrLogin } from './ecr-login'
import type { LoginSource, RegistryLogin } from './login'
import { createSecretLogin } from './secret-login'

/** Logs in with the role of the instance. */
export function createRegistryLogin(source: LoginSource): RegistryLogin {
  const ecrLogin = createEcrLogin(source)
  const secretLogin = createSecretLogin(source)
  return (host, arn) => (arn === undefined ? ecrLogin(host) : secretLogin(arn))
}
