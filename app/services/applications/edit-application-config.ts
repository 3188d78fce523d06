import { Transaction } from 'sequelize'
import type { Application } from '../../../db/models/application'
import { authorizedWrite } from '../access/authorized-write'
import { requireApplication } from '../access/require-application'
import { variablesOf, type Variables } from '../../../core/application/environment-variables'
import { requireVariables } from '../../input/variables'
import { variableFacts } from '../audit/variable-facts'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import {
  requireApplicationConfig,
  type ApplicationConfigColumns,
  type ApplicationConfigInput,
} from './require-application-config'

interface EditApplicationConfigInput extends ApplicationConfigInput {
  id: string
}

/** Changes how an application is run; a Spot percentage, variables and secrets that are left out stay as they were. What is deployed stays as it is until the application is deployed again. */
export async function editApplicationConfig(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, ...input }: EditApplicationConfigInput,
): Promise<Success> {
  const config = requireApplicationConfig(dependencies, input)
  return authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const application = await requireApplication(actor, id, Transaction.LOCK.UPDATE)
    const variables = requireVariables(input, application)
    const before = columnsOf(application)
    const variablesBefore = variablesOf(application)
    await application.update({ ...config, ...variables })
    await recordAudit(dependencies, actor, {
      action: 'application.edit',
      target: application,
      before,
      after: { ...columnsOf(application), ...variableFacts(variablesBefore, variables) },
    })
    return success
  })
}

const columnsOf = (
  application: Application,
): Record<Exclude<keyof ApplicationConfigColumns, keyof Variables>, unknown> => ({
  cpuCount: String(Number(application.cpuCount)),
  memoryMb: application.memoryMb,
  dockerBaseUrl: application.dockerBaseUrl,
  numProcesses: application.numProcesses,
  maxSpotPercentage: application.maxSpotPercentage,
  exposedPorts: application.exposedPorts,
  roles: application.roles,
  registryCredentials: application.registryCredentials ?? null,
})
