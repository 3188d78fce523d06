import type { Sequelize } from 'sequelize'
import type { Logger } from '../../core/logging/logger'
import type { Reach } from '../../core/outgoing/reach'
import type { Clock } from '../../core/time/clock'
import type { Identities } from '../identities/identities'
import type { AppMetrics } from '../metrics/app-metrics'
import { explainDatabaseFailure } from './failures/database-failure'
import type { Changes } from './changes/changes'
import type { Quotas } from './quotas/quotas'
import type { KeyRing } from './secrets/key-ring'

/** Everything that use cases need from outside. The first parameter of every service. */
export interface Dependencies {
  sequelize: Sequelize
  clock: Clock
  log: Logger
  /** Address of the portal in mails, without a trailing slash. */
  publicUrl: string
  registrationOpen: boolean
  /** AWS account in which the platform itself runs, 12 digits: customers' roles trust it. */
  platformAccountNumber: string
  /** The address that messages of the contact page go to. */
  supportEmail: string
  /** Where people can chat with us; the contact page offers no chat without it. */
  supportChatUrl?: string
  /** The keys that seal secrets in the database (those of authenticator apps, mails that wait, and more) and key digests. */
  authenticatorKeys: KeyRing
  /** The limits of a team. */
  quotas: Quotas
  /** Reads what build systems say of their jobs. */
  identities: Identities
  /** Tells of changes as they happen. Without it a stream tells how things are and ends, and is asked for again. */
  changes?: Changes
  /** Where webhooks may be; where it is left out, in the internet alone. */
  webhookReach?: Reach
  /** Whether the customers' accounts are simulated ones: the console of AWS knows nothing of them. */
  isSimulated?: boolean
  /** Given where somebody reads them. */
  metrics?: AppMetrics
  /** Given where somebody collects traces. */
  observeUseCase?: UseCaseObserver
}

/** Does the work of a use case and hears how it ended. */
export type UseCaseObserver = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (
    dependencies: Dependencies,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Promise<Awaited<Result>>
    : never
}

/** Use cases by their names. */
type UseCases = Record<string, (dependencies: Dependencies, ...rest: never[]) => unknown>

/**
 * Fixes the first parameter of every use case of each area, so that pages and calls need no dependencies, and names what a
 * failing database means to them.
 */
export function bindUseCases<Areas extends Record<string, UseCases>>(
  dependencies: Dependencies,
  areas: Areas,
): { [Area in keyof Areas]: Bound<Areas[Area]> } {
  const { observeUseCase } = dependencies
  const bind = (name: string, run: UseCases[string]) => {
    const bound = async (...rest: never[]) => {
      try {
        return await run(dependencies, ...rest)
      } catch (failure) {
        throw explainDatabaseFailure(failure)
      }
    }
    return observeUseCase ? (...rest: never[]) => observeUseCase(name, () => bound(...rest)) : bound
  }
  return mapValues(areas, (useCases) => mapValues(useCases, (run, name) => bind(name, run))) as {
    [Area in keyof Areas]: Bound<Areas[Area]>
  }
}

const mapValues = <Value>(values: Record<string, Value>, change: (value: Value, name: string) => unknown) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))
