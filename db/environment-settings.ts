import { Transaction } from 'sequelize'
import type { ApplicationOverride as OverrideSpec, EnvironmentSettings } from '../core/resources/environment'
import { deployedOf, type DeployedChoice } from '../core/environment/choices'
import { columnsOfOverride, overrideOfColumns } from '../core/application/config/columns'
import { Application } from './models/application'
import { ApplicationOverride } from './models/application-override'
import { Environment } from './models/environment'
import { nextRevision } from './desired-revision'

/** Settings of an environment, as its rows say now. */
export async function readEnvironmentSettings(
  row: Pick<Environment, 'id' | DeployedChoice>,
): Promise<EnvironmentSettings> {
  const overrides = await ApplicationOverride.findAll({
    where: { environmentId: row.id },
    order: [['applicationId', 'ASC']],
  })
  return { ...deployedOf(row), overrides: overrides.map(toOverrideSpec) }
}

/** Override of one application in an environment, as resources say it. */
export const toOverrideSpec = (override: ApplicationOverride): OverrideSpec => ({
  applicationId: override.applicationId,
  ...overrideOfColumns(override),
})

/**
 * Sets an environment to `settings`. Overrides of applications that are gone are left out.
 *
 * @param settingsSequence number of the deployment that brought them, where one did
 */
export async function writeEnvironmentSettings(
  environmentId: string,
  settings: EnvironmentSettings,
  settingsSequence?: number,
): Promise<void> {
  const { overrides } = settings
  const present = await Application.findAll({
    attributes: ['id'],
    where: { id: overrides.map(({ applicationId }) => applicationId) },
    order: ['id'],
    lock: Transaction.LOCK.KEY_SHARE,
  })
  const ids = new Set(present.map(({ id }) => id))
  await ApplicationOverride.destroy({ where: { environmentId } })
  await ApplicationOverride.bulkCreate(
    overrides
      .filter(({ applicationId }) => ids.has(applicationId))
      .map(({ applicationId, ...override }) => ({
        environmentId,
        applicationId,
        ...columnsOfOverride(override),
      })),
  )
  await Environment.update(
    {
      ...deployedOf(settings),
      ...(settingsSequence !== undefined && { settingsSequence }),
      desiredRevision: nextRevision,
    },
    { where: { id: environmentId } },
  )
}
