import type { Sequelize } from 'sequelize'
import type { InstanceMinute } from '../../core/agent/protocol'
import type { RequestSpan, RequestsRead } from '../../core/environment/request-metrics'
import type { Clock } from '../../core/time/clock'
import { awaitSchema, type AwaitSchemaOptions } from '../../db/await-schema'
import { openDatabase } from '../../db/database'
import { poolFigures } from '../../db/connection'
import { listGoneAmong } from '../../db/queries/deleted-environments'
import { keepRequestsRead } from '../../db/queries/idle'
import { keepRequests } from '../../db/queries/request-spans'
import { keepUsage } from '../../db/queries/usage-minutes'
import { isAnswering, watchDatabase } from '../../db/watch-database'
import { migrations } from '../../migrations/index'

export interface PortalDatabase {
  sequelize: Sequelize
  url: string
}

/** The database of the portal, which must have been migrated. Nothing is connected until the first query. */
export const openPortalDatabase = (url: string): PortalDatabase => ({ sequelize: openDatabase(url), url })

/** How busy the connections to the database are. */
export const figuresOf = ({ sequelize }: PortalDatabase) => poolFigures(sequelize)

/** Those of the environments that the portal knows as deleted. */
export const listDeletedAmong = ({ sequelize }: PortalDatabase, names: string[]): Promise<string[]> =>
  listGoneAmong(sequelize, names)

/** Keeps what processes used. */
export const keepMinutes = (
  { sequelize }: PortalDatabase,
  minutes: readonly InstanceMinute[],
): Promise<void> => keepUsage(sequelize, minutes)

/** Keeps what CloudWatch told of requests. */
export const keepRequestSpans = (
  { sequelize }: PortalDatabase,
  spans: readonly RequestSpan[],
): Promise<void> => keepRequests(sequelize, spans)

/** Keeps of which time all requests are known. */
export const keepReadOfRequests = ({ sequelize }: PortalDatabase, read: RequestsRead): Promise<void> =>
  keepRequestsRead(sequelize, read)

/** Whether the database answers now. */
export const isPortalAnswering = ({ sequelize }: PortalDatabase): Promise<boolean> => isAnswering(sequelize)

/** Asks the database until `signal` aborts. @returns whether it answered when it was asked last */
export const watchPortalDatabase = (
  { sequelize }: PortalDatabase,
  clock: Clock,
  signal: AbortSignal,
): (() => boolean) => watchDatabase({ sequelize, clock, signal })

/** Waits until the database answers with the schema of this release, and says so. @throws StartFault when waiting cannot help */
export const awaitPortalSchema = (
  { sequelize }: PortalDatabase,
  options: Pick<AwaitSchemaOptions, 'log' | 'clock' | 'signal'>,
): Promise<void> => awaitSchema({ sequelize, migrations, ...options })
