import type { Sequelize } from 'sequelize'
import { execute } from '../sql'

/** Forgets the logins of command lines that are over. Several may do it at once: each skips what another one is removing. */
export const removeDeviceLogins = (sequelize: Sequelize, now: Date) =>
  execute(
    sequelize,
    `DELETE FROM device_logins WHERE id = ANY (ARRAY
       (SELECT id FROM device_logins WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED))`,
    [now],
  )

/** Forgets all logins of command lines but those that began last, of which it locks none. Several may do it at once, as above. */
export const removeSurplusDeviceLogins = (sequelize: Sequelize, kept: number) =>
  execute(
    sequelize,
    `DELETE FROM device_logins WHERE id = ANY (ARRAY
       (SELECT id FROM device_logins
        WHERE id = ANY (ARRAY (SELECT id FROM device_logins ORDER BY expires_at DESC OFFSET $1))
        FOR UPDATE SKIP LOCKED))`,
    [kept],
  )
