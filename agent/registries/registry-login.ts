import { createEcrLogin } from './ecr-login'
import type { LoginSource, RegistryLogin } from './login'
import type { SecretAccess } from '../secrets/read-secret'
import { createSecretLogin } from './secret-login'

/** Logs in with the role of the instance. @param secrets how those are read that hold a login, unless as ECR is asked */
export function createRegistryLogin(source: LoginSource, secrets?: SecretAccess): RegistryLogin {
  const ecrLogin = createEcrLogin(source)
  const secretLogin = createSecretLogin(
    secrets ?? { secretsEndpoint: source.endpoint, credentials: source.credentials },
  )
  return (host, arn) => (arn === undefined ? ecrLogin(host) : secretLogin(host, arn))
}
