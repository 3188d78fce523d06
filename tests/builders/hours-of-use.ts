import type { Sequelize } from 'sequelize'
import { dayMilliseconds } from '../../core/time/durations'
import { execute } from '../../db/sql'

export interface HoursOfUse {
  environmentId: string
  applicationId: string
  now: number
  hours?: number
  /** How long ago the newest was. */
  daysAgo?: number
  /** How many of each were measured. */
  minutes?: number
  cpu?: number
  memoryMb?: number
  p95Cores?: number
  mostCores?: number
  throttled?: number | null
  mostMemoryMb?: number | null
  memoryKills?: number
}

const insertHours = `
  INSERT INTO usage_spans (environment_id, application_id, time, seconds, num_processes, minutes, cores, p95_cores, most_cores, throttled,
    memory_mb, p95_memory_mb, most_memory_mb, asked_cpu, asked_memory_mb, memory_kills)
  SELECT $1, $2, date_trunc('hour', $3::timestamptz, 'UTC') - make_interval(hours => number), 3600, 1, $4, $5::real / 2, $5::real, $6, $7,
    $8::integer, $8::integer, $8::integer, $9, $10, $11
  FROM generate_series(1, $12::integer) AS number`

/** Hours of use, as minutes are rolled up to them: of an application that asks for 1 core and 2,000 MB and uses little of it. */
export const buildHoursOfUse = (sequelize: Sequelize, of: HoursOfUse): Promise<void> => {
  const { throttled = 0, mostMemoryMb = 640, minutes = 60, p95Cores = 0.21, mostCores = 0.4 } = of
  const { cpu = 1, memoryMb = 2000, memoryKills = 0, hours = 100, daysAgo = 0 } = of
  return execute(sequelize, insertHours, [
    ...[of.environmentId, of.applicationId, new Date(of.now - daysAgo * dayMilliseconds)],
    ...[minutes, p95Cores, mostCores, throttled, mostMemoryMb],
    ...[cpu, memoryMb, memoryKills, hours],
  ])
}
