import { randomUUID } from 'node:crypto'
import type { ApplicationType } from '../../../core/application-type'
import { DomainError, invalid } from '../../../core/errors'
import { messages } from '../../../core/messages'
import { requireName } from '../../../core/names'
import { Application } from '../../../db/models/application'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { once } from '../submission'
import { orWhenTaken } from '../unique-violation'
import type { ApplicationCreated } from './application-views'
import { requireApplicationConfig, type ApplicationConfigInput } from './require-application-config'

export interface CreateApplicationInput extends ApplicationConfigInput {
  applicationName: string
  type?: ApplicationType
  submissionId?: string
}

/** @throws DomainError `invalid`, or `conflict` when the name is taken */
export async function createApplication(
  dependencies: Dependencies,
  actor: HumanActor,
  { applicationName, type = 'GENERAL', submissionId, ...input }: CreateApplicationInput,
): Promise<ApplicationCreated> {
  const name = requireApplicationName(applicationName)
  const config = requireApplicationConfig(input)
  const create = async () => {
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
      after: { type, ...config },
    })
    const { id, integrationId } = application
    return { id, integrationId }
  }
  return orWhenTaken(() => once(dependencies, actor, submissionId, create), {
    applications_name: () => {
      const message = 'Another application with the same name already exists in this account.'
      throw new DomainError('conflict', message, { fields: { applicationName: message } })
    },
  })
}

function requireApplicationName(applicationName: string): string {
  const name = applicationName.trim()
  if (name === '')
    throw invalid(messages.processNameMissing, { applicationName: messages.processNameMissing })
  return requireName(name, 'applicationName')
}
