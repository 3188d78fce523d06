import { literal, type ProjectionAlias } from 'sequelize'
import { Application } from './models/application'

/** An application of whose variables and secrets only the names were read. */
export type ApplicationWithNames = Omit<Application, 'environmentVariables' | 'secrets'> & {
  variableNames: string[]
}

const variableNames: ProjectionAlias = [
  literal('ARRAY (SELECT jsonb_object_keys(environment_variables || secrets) AS name ORDER BY name)'),
  'variableNames',
]

/** The applications of a team. The values of their variables together may be more than an answer can hold. */
export async function findApplications(teamId: string): Promise<ApplicationWithNames[]> {
  const applications = await Application.findAll({
    where: { teamId },
    attributes: { exclude: ['environmentVariables', 'secrets'], include: [variableNames] },
  })
  return applications.map(
    (application) => application.get({ plain: true }) as unknown as ApplicationWithNames,
  )
}
