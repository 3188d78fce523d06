import {
  choiceActOf,
  choiceOf,
  choose,
  environmentChoices,
  type ChoiceName,
  type ChoiceValue,
} from '../../../core/environment/choices'
import { DomainError } from '../../../core/errors'
import { nextRevision } from '../../../db/desired-revision'
import type { Environment } from '../../../db/models/environment'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success } from '../answers/success'
import { deploymentMessages } from '../../messages/deployment-messages'
import { recordAudit } from '../audit/record-audit'
import { readSnapshotAhead } from '../deployments/snapshot-ahead'
import { requireListeners } from '../deployments/require-listeners'
import { changeSettings, type SettingsChanged } from '../deployments/change-settings'
import type { Dependencies } from '../dependencies'

interface SetEnvironmentChoiceInput {
  id: string
  name: ChoiceName
  /** One of its own. */
  value: ChoiceValue
}

/**
 * Sets a choice of an environment; one that deployments bring, of a protected environment, once it is approved.
 *
 * @throws CostStepUnconfirmed; DomainError `not-found`, `conflict`
 */
export const setEnvironmentChoice = (
  dependencies: Dependencies,
  actor: HumanActor,
  { id, name, value }: SetEnvironmentChoiceInput,
): Promise<SettingsChanged> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const { isDeployed, act, term } = environmentChoices[name]
    const environment = await lockEnvironment(actor, id, isDeployed ? 'waits' : 'admins')
    if (name === 'loadBalancing' && value === 'SHARED')
      await requireListeners(
        { id, loadBalancing: value, status: environment.status },
        (await readSnapshotAhead(environment)).applications,
      )
    requireZonesFor(name, value, environment)
    const before = { [name]: environment[name] }
    const after = choose([name], () => value)
    if (isDeployed) {
      const answer = await changeSettings(dependencies, actor, environment, {
        kind: act,
        reason: `${term} from ${environment[name]} to ${value}`,
        settings: { ...(await readEnvironmentSettings(environment)), ...after },
      })
      if (answer.awaitsApproval) return answer
    } else await environment.update({ ...after, desiredRevision: nextRevision })
    const action = choiceActOf(environmentChoices[name])
    await recordAudit(dependencies, actor, { action, target: environment, before, after })
    return success
  })

/** Refuses what the environment has too few zones for; one without a network yet gets as many as its region has. */
function requireZonesFor(name: ChoiceName, value: ChoiceValue, { status }: Environment): void {
  const { zones: needed = 1 } = choiceOf(name).values[value] ?? {}
  const zones = new Set(status?.network.subnets.map(({ zone }) => zone))
  if (zones.size === 0 || zones.size >= needed) return
  const message = deploymentMessages.tooFewZones([...zones].sort())
  throw new DomainError('conflict', message, { fields: { [choiceOf(name).field]: message } })
}
