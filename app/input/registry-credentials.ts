import { registryCredentialsFault } from '../../core/application/registry-credentials'
import { invalid } from '../../core/errors'
import { longest, tooLong } from '../../core/text/longest'

/** ARN of the secret with the login for a registry; null where none was given. @throws DomainError `invalid` that says what to do */
export function requireRegistryCredentials(value: string | null | undefined, field: string): string | null {
  const arn = value?.trim() ?? ''
  if (arn === '') return null
  const fault =
    arn.length > longest.registryCredentials
      ? tooLong(longest.registryCredentials)
      : registryCredentialsFault(arn)
  if (fault !== undefined) throw invalid(fault, { [field]: fault })
  return arn
}
