import { Op } from 'sequelize'
import { settingKinds } from '../../../core/deployment/deployment-state'
import { Application } from '../../../db/models/application'
import { Deployment } from '../../../db/models/deployment'
import { requireOwn } from '../access/own'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/lists'
import type { Dependencies } from '../dependencies'

/** So many deployments can be chosen from. */
const mostDeployments = 20

interface OutputChoices {
  environmentName: string
  /** Those that have a log group, by name. */
  applications: { id: string; name: string }[]
  /** The newest that began to run something. */
  deployments: { id: string; sequence: number }[]
}

/** What the output of an environment can be narrowed to. @throws DomainError `not-found` */
export async function getOutputChoices(
  _dependencies: Dependencies,
  actor: HumanActor,
  environmentId: string,
): Promise<OutputChoices> {
  const { id, name, status } = await requireOwn('environment', actor, environmentId)
  const groups = status?.logGroups ?? []
  const applications = await Application.findAll({
    where: { id: groups.map(({ applicationId }) => applicationId) },
    attributes: ['id', 'name'],
  })
  const deployments = await Deployment.findAll({
    where: { environmentId: id, startedAt: { [Op.ne]: null }, kind: { [Op.notIn]: settingKinds } },
    attributes: ['id', 'sequence'],
    order: [['sequence', 'DESC']],
    limit: mostDeployments,
  })
  return {
    environmentName: name,
    applications: applications.map((one) => ({ id: one.id, name: one.name })).sort(byName),
    deployments: deployments.map((one) => ({ id: one.id, sequence: one.sequence })),
  }
}
