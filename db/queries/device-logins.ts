import type { Sequelize } from 'sequelize'
import { execute } from '../sql'

/** Forgets the logins of command lines that are over. Several may do it at once: each skips what another one is removing. */
export const removeDeviceLogins = (sequelize: Sequelize, now: Date) =>
  execute(
    sequelize,
    `DELETE FROM device_logins WHERE id IN
       (SELECT id FROM device_logins WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED)`,
    [now],
  )
