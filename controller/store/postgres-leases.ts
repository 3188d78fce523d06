import type pg from 'pg'
import type { Lease, LeaseStore } from '../runtime/leader-election'
import { ConflictError } from './store'

interface Row {
  holder: string
  duration_seconds: number
  renew_epoch: string
  version: string
}

/** Leases in the table `leases`. */
export const createPostgresLeases = (pool: pg.Pool): LeaseStore => ({
  async get(name) {
    const { rows } = await pool.query<Row>('SELECT * FROM leases WHERE name = $1', [name])
    return rows[0] && toLease(rows[0])
  },

  async put(name, { holder, durationSeconds, renewEpoch }, previous) {
    const { rows } = previous
      ? await pool.query<Row>(
          `UPDATE leases SET holder = $2, duration_seconds = $3, renew_epoch = $4, version = version + 1
           WHERE name = $1 AND version = $5 RETURNING *`,
          [name, holder, durationSeconds, renewEpoch, previous.version],
        )
      : await pool.query<Row>(
          `INSERT INTO leases (name, holder, duration_seconds, renew_epoch, version) VALUES ($1, $2, $3, $4, 1)
           ON CONFLICT DO NOTHING RETURNING *`,
          [name, holder, durationSeconds, renewEpoch],
        )
    if (!rows[0]) throw new ConflictError(`Lease ${name} was written by somebody else.`)
    return toLease(rows[0])
  },
})

const toLease = (row: Row): Lease => ({
  holder: row.holder,
  durationSeconds: row.duration_seconds,
  renewEpoch: Number(row.renew_epoch),
  version: row.version,
})
