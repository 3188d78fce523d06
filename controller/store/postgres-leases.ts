import type pg from 'pg'
import { addLease, findLease, listLeases, replaceLease, type LeaseRow } from '../../db/lease-table'
import type { Lease, LeaseStore } from '../runtime/lease-store'
import { ConflictError } from './store'

/** Leases in the table `leases`. */
export const createPostgresLeases = (pool: pg.Pool): LeaseStore => ({
  async get(name) {
    const row = await findLease(pool, name)
    return row && toLease(row)
  },

  async list(names) {
    return new Map((await listLeases(pool, names)).map((row) => [row.name, toLease(row)]))
  },

  async put(name, { holder, durationSeconds, renewEpoch }, previous) {
    const lease = { name, holder, duration_seconds: durationSeconds, renew_epoch: renewEpoch }
    const row = await (previous ? replaceLease(pool, lease, previous.version) : addLease(pool, lease))
    if (!row) throw new ConflictError(`Lease ${name} was written by somebody else.`)
    return toLease(row)
  },
})

const toLease = (row: LeaseRow): Lease => ({
  holder: row.holder,
  durationSeconds: row.duration_seconds,
  renewEpoch: Number(row.renew_epoch),
  version: row.version,
})
