import { Op, literal, type Sequelize } from 'sequelize'
import { KnownBrowser } from '../models/known-browser'
import { execute } from '../sql'

/** Counts a failure, unless there are as many as `maximum`. @returns whether it was counted */
export async function countBrowserFailure(id: string, maximum: number): Promise<boolean> {
  const [counted] = await KnownBrowser.update(
    { failures: literal('failures + 1') },
    { where: { id, failures: { [Op.lt]: maximum } } },
  )
  return counted > 0
}

export const takeBackBrowserFailure = (id: string) =>
  KnownBrowser.update({ failures: literal('failures - 1') }, { where: { id, failures: { [Op.gt]: 0 } } })

/** Removes all browsers of a person but `kept`: those that came back before those that never did, last used first. */
export const removeSurplusBrowsers = (sequelize: Sequelize, userId: string, kept: number) =>
  execute(
    sequelize,
    `DELETE FROM known_browsers WHERE id = ANY (ARRAY (SELECT id FROM known_browsers WHERE user_id = $1
       ORDER BY returned_at IS NOT NULL DESC, coalesce(returned_at, created_at) DESC, id OFFSET $2))`,
    [userId, kept],
  )
