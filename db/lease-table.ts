import type pg from 'pg'

export interface LeaseRow {
  name: string
  holder: string
  duration_seconds: number
  renew_epoch: string
  version: string
}

type LeaseWrite = Pick<LeaseRow, 'name' | 'holder' | 'duration_seconds'> & { renew_epoch: number }

const valuesOf = ({ name, holder, duration_seconds, renew_epoch }: LeaseWrite) => [
  name,
  holder,
  duration_seconds,
  renew_epoch,
]

export const findLease = async (pool: pg.Pool, name: string): Promise<LeaseRow | undefined> =>
  (await pool.query<LeaseRow>('SELECT * FROM leases WHERE name = $1', [name])).rows[0]

export const listLeases = async (pool: pg.Pool, names: readonly string[]): Promise<LeaseRow[]> =>
  (await pool.query<LeaseRow>('SELECT * FROM leases WHERE name = ANY($1)', [names])).rows

/** @returns the row, unless there was one */
export async function addLease(pool: pg.Pool, lease: LeaseWrite): Promise<LeaseRow | undefined> {
  const { rows } = await pool.query<LeaseRow>(
    `INSERT INTO leases (name, holder, duration_seconds, renew_epoch, version) VALUES ($1, $2, $3, $4, 1)
     ON CONFLICT DO NOTHING RETURNING *`,
    valuesOf(lease),
  )
  return rows[0]
}

/** @returns the row, if it is still of `version` */
export async function replaceLease(
  pool: pg.Pool,
  lease: LeaseWrite,
  version: string,
): Promise<LeaseRow | undefined> {
  const { rows } = await pool.query<LeaseRow>(
    `UPDATE leases SET holder = $2, duration_seconds = $3, renew_epoch = $4, version = version + 1
     WHERE name = $1 AND version = $5 RETURNING *`,
    [...valuesOf(lease), version],
  )
  return rows[0]
}
