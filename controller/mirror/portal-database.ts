import type { Sequelize } from 'sequelize'
import { openDatabase } from '../../db/database'

export interface PortalDatabase {
  sequelize: Sequelize
  url: string
}

/** The database of the portal, which must have been migrated. Nothing is connected until the first query. */
export const openPortalDatabase = (url: string): PortalDatabase => ({ sequelize: openDatabase(url), url })

/** Whether the database answers now. */
export const isAnswering = ({ sequelize }: PortalDatabase): Promise<boolean> =>
  sequelize.query('SELECT 1').then(
    () => true,
    () => false,
  )
