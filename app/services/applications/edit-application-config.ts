import * as z from 'zod/mini'
import { messages } from '../../messages/messages'
import type { ApplicationType } from '../../../core/application/application-type'
import { columnsOfSpec, rowNameOf, specOfColumns } from '../../../core/application/config/columns'
import { configEntries } from '../../../core/application/config/fields'
import { variablePart, variablesOf } from '../../../core/application/environment-variables'
import { invalid } from '../../../core/errors'
import type { Application } from '../../../db/models/application'
import { authorizedWrite } from '../access/authorized-write'
import type { ConfigInput } from '../../input/configuration'
import { applicationNameRule } from '../../input/names'
import { readInput } from '../../input/rule'
import { runSettingsRule } from '../../input/run-settings'
import { variablesRule } from '../../input/variables'
import { variableFacts } from '../audit/variable-facts'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import { requireRevision } from '../revisions/revision'
import {
  applicationSettings,
  toldApplicationSettings,
  type ApplicationSettings,
} from './application-settings'
import { lockVariableName, requireOwnVariableName } from './variable-name-clash'
import { whenNameIsTaken } from './taken-names'
import { givenConfigRule } from './config-rules'
import { requireScalingRange } from './require-scaling-range'
import { lockOwn } from '../access/own'

interface EditApplicationConfigInput extends Partial<ConfigInput> {
  id: string
  applicationName?: string
  type?: ApplicationType
  /** The one that the configuration was read at. */
  revision?: string
}

/**
 * Changes how an application is run and what it is called; whatever is left out stays as it was. What is deployed stays as it is until
 * the application is deployed again.
 *
 * @throws DomainError `invalid`, also for another type than it has; `conflict` when the name, or the variables that it gives, are taken, and when somebody changed the
 * configuration since `revision`
 */
export async function editApplicationConfig(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, type, revision, ...input }: EditApplicationConfigInput,
): Promise<Success> {
  const { applicationName: name, ...config } = readInput(
    z.intersection(
      z.object({ applicationName: z.optional(applicationNameRule) }),
      givenConfigRule(dependencies),
    ),
    input,
  )
  const edit = async (actor: HumanActor) => {
    if (name !== undefined) await lockVariableName(dependencies, actor, name)
    const application = await lockOwn('application', actor, id)
    if (name !== undefined && variablePart(name) !== variablePart(application.name))
      await requireOwnVariableName(actor, name, id)
    if (type !== undefined && type !== application.type) {
      const message = messages.processTypeFixed(application.type)
      throw invalid(message, { type: message })
    }
    // Once more, with those that are there.
    const variables = readInput(variablesRule(application), input)
    const settings = readInput(runSettingsRule(application.runSettings), input)
    const before = columnsOf(application)
    const present = applicationSettings(application)
    const variablesBefore = variablesOf(application)
    application.set({ ...config, ...variables, ...settings, ...(name !== undefined && { name }) })
    const wanted = sentOf(applicationSettings(application), input)
    requireRevision(revision, present, wanted, toldApplicationSettings)
    requireScalingRange(application)
    await application.save()
    await recordAudit(dependencies, actor, {
      action: 'application.edit',
      target: application,
      before,
      after: { ...columnsOf(application), ...variableFacts(variablesBefore, variables) },
    })
    return success
  }
  return orWhenTaken(() => authorizedWrite(dependencies, actor, { access: 'member' }, edit), whenNameIsTaken)
}

/** What of `settings` was sent. */
const sentOf = (
  settings: ApplicationSettings,
  input: Partial<Record<keyof ApplicationSettings, unknown>>,
): Partial<ApplicationSettings> =>
  Object.fromEntries(
    Object.entries(settings).filter(([field]) => input[field as keyof ApplicationSettings] !== undefined),
  )

/** What of a row is told in the audit log, besides variables. */
function columnsOf(application: Application): Record<string, unknown> {
  const columns: Record<string, unknown> = columnsOfSpec(specOfColumns(application))
  const told = configEntries.filter(([, { kind }]) => kind !== 'variables' && kind !== 'secrets')
  return {
    name: application.name,
    ...Object.fromEntries(
      told.map(([name, field]) => [field.column ?? name, columns[rowNameOf([name, field])]]),
    ),
  }
}
