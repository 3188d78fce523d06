import type { SecretReferences } from '../../core/application/environment-variables'
import type { ProcessSecrets } from '../../agent/secrets/process-secrets'

/** Secrets that a test keeps, by ARN. */
export class FakeProcessSecrets implements ProcessSecrets {
  readonly kept = new Map<string, string>()
  /** Makes every reading fail with this message. */
  fault: string | undefined

  async resolve(references: SecretReferences): Promise<Record<string, string>> {
    if (this.fault) throw new Error(this.fault)
    return Object.fromEntries(
      Object.entries(references).map(([name, arn]) => [name, this.kept.get(arn) ?? '']),
    )
  }
}
