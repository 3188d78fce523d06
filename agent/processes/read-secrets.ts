import type { SecretReferences } from '../../core/application/environment-variables'
import type { Clock } from '../../core/time/clock'
import type { ProcessSecrets } from '../secrets/process-secrets'
import { createBackoff } from './backoff'

interface Reading {
  references: SecretReferences
  secrets: ProcessSecrets
  clock: Pick<Clock, 'sleep'>
  /** Ends the tries. */
  signal: AbortSignal
  /** Hears why it is tried again. */
  report(error: unknown): void
}

/** Values by the names of their variables: tried ever more slowly until all can be had. Empty when the tries were ended. */
export async function readSecrets({
  references,
  secrets,
  clock,
  signal,
  report,
}: Reading): Promise<Record<string, string>> {
  const backoff = createBackoff()
  while (!signal.aborted) {
    try {
      return await secrets.resolve(references)
    } catch (error) {
      report(error)
      await clock.sleep(backoff.next(), signal)
    }
  }
  return {}
}
