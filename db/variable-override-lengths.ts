import { literal } from 'sequelize'
import { VariableOverride } from './models/application-override'

/** Characters of the variables and secrets that an environment has of its own, by application: read together they may be more than a page can hold. */
export async function findVariableOverrideLengths(environmentId: string): Promise<Map<string, number>> {
  const overrides = await VariableOverride.findAll({
    where: { environmentId },
    attributes: [
      'applicationId',
      [literal('length(environment_variables::text || secrets::text)'), 'characters'],
    ],
  })
  return new Map(overrides.map((override) => [override.applicationId, Number(override.get('characters'))]))
}
