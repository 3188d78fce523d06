import { messages } from '../../messages/messages'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { ApplicationType } from '../../../core/application/application-type'
import type { ConfigInput } from '../../input/configuration'
import { invalid } from '../../../core/errors'
import { applicationNameRule } from '../../input/names'
import { readInput } from '../../input/rule'
import { Application } from '../../../db/models/application'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import { requireRoom } from '../quotas/quotas'
import type { ApplicationCreated } from './application-views'
import { whenNameIsTaken } from './taken-names'
import { lockVariableName, requireOwnVariableName } from './variable-name-clash'
import { newConfigRule } from './config-rules'
import { requireScalingRange } from './require-scaling-range'
import { variableFacts } from '../audit/variable-facts'
import type { ConfigColumns } from '../../../core/application/config/columns'

interface CreateApplicationInput extends ConfigInput {
  applicationName: string
  type?: ApplicationType
  submissionId?: string
}

/** @throws DomainError `invalid`, or `conflict` when the name, or the variables that it gives, are taken */
export async function createApplication(
  dependencies: Dependencies,
  actor: HumanActor,
  input: CreateApplicationInput,
): Promise<ApplicationCreated> {
  const { type = 'GENERAL', submissionId } = input
  if (type !== 'GENERAL') {
    const message = messages.processTypeUnsupported(type)
    throw invalid(message, { type: message })
  }
  const { applicationName: name, ...config } = readInput(
    z.intersection(z.object({ applicationName: applicationNameRule }), newConfigRule(dependencies)),
    input,
  )
  requireScalingRange(config)
  const create = async (actor: HumanActor) => {
    requireRoom(dependencies, 'applications', await Application.count({ where: { teamId: actor.teamId } }))
    await lockVariableName(dependencies, actor, name)
    await requireOwnVariableName(actor, name)
    const application = await Application.create({
      id: randomUUID(),
      teamId: actor.teamId,
      name,
      type,
      integrationId: randomUUID(),
      ...config,
    })
    await recordAudit(dependencies, actor, {
      action: 'application.create',
      target: application,
      after: { type, ...configFacts(config) },
    })
    const { id, integrationId } = application
    return { id, integrationId }
  }
  const write = { access: 'member', reach: 'team', submission: { id: submissionId, content: input } } as const
  return orWhenTaken(() => authorizedWrite(dependencies, actor, write, create), whenNameIsTaken)
}

/** The first configuration of an application for the audit log: of variables only the names. */
const configFacts = ({
  environmentVariables,
  secrets,
  ...columns
}: ConfigColumns): Record<string, unknown> => ({
  ...columns,
  ...variableFacts(undefined, { environmentVariables, secrets }),
})
