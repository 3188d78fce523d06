import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { DomainError } from '../../../core/errors'
import { messages } from '../../messages/messages'
import { nameRule } from '../../input/names'
import { readInput, rule } from '../../input/rule'
import {
  choose,
  createdChoices,
  environmentChoices,
  type ChoiceValues,
  type CreatedChoice,
} from '../../../core/environment/choices'
import { Environment } from '../../../db/models/environment'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import { approveCost, isCostApproved } from '../pricing/cost-approval'
import { requireRoom } from '../quotas/quotas'
import type { EnvironmentCreated } from './environment-views'
import { shareOwn, requireNotDeleting } from '../access/own'
import { deploymentMessages } from '../../messages/deployment-messages'
import type { Message } from '../../../core/messages/declare-messages'

interface CreateEnvironmentInput extends Partial<ChoiceValues<CreatedChoice>> {
  environmentName: string
  awsAccountId: string
  /** The person has seen that environments cost money. */
  firstDeployMessageApproved?: boolean
  submissionId?: string
}

const inputRule = z.object({
  environmentName: z.pipe(
    rule((typed: string) => typed.trim()),
    nameRule,
  ),
  awsAccountId: rule((chosen: string, refuse) => chosen || refuse(messages.externalAccountMissing)),
})

/**
 * Creates an environment, unless the team has yet to be told what that costs: then the answer says so and nothing
 * is created.
 *
 * @throws DomainError `invalid`, `not-found` (the account), `conflict` (the account is not ready, the name is taken)
 */
export async function createEnvironment(
  dependencies: Dependencies,
  actor: HumanActor,
  input: CreateEnvironmentInput,
): Promise<EnvironmentCreated> {
  const { environmentName: name, awsAccountId } = readInput(inputRule, input)
  const awsAccount = await requireEnvironmentHolder(actor, awsAccountId)
  const isApproved =
    input.firstDeployMessageApproved || (await isCostApproved(actor, 'environmentCostApprovedAt'))
  // Before the write, which would remember this answer for the form that comes back with the approval.
  if (!isApproved) return { showFirstEnvironmentDeployWarning: true }

  const create = async (actor: HumanActor) => {
    await requireEnvironmentHolder(actor, awsAccount.id)
    const { teamId } = actor
    requireRoom(dependencies, 'environments', await Environment.count({ where: { teamId } }))
    const environment = await Environment.create({
      id: randomUUID(),
      teamId,
      awsAccountId: awsAccount.id,
      name,
      ...choose(createdChoices, (name) => input[name] ?? environmentChoices[name].created.value),
    })
    await recordAudit(dependencies, actor, {
      action: 'environment.create',
      target: environment,
      after: { awsAccount: awsAccount.name },
    })
    await approveCost(actor, 'environmentCostApprovedAt', dependencies.clock.now())
    return { id: environment.id, showFirstEnvironmentDeployWarning: false }
  }
  const submission = { id: input.submissionId, content: input }
  const write = { access: 'member', reach: 'team', submission } as const
  return orWhenTaken(() => authorizedWrite(dependencies, actor, write, create), {
    environments_name: () => {
      throw new DomainError('conflict', messages.environmentDuplicate, {
        fields: { environmentName: messages.environmentDuplicate },
      })
    },
  })
}

/** The lock keeps the account from being deleted, or closed to environments, until one has been created in it. */
async function requireEnvironmentHolder(actor: HumanActor, id: string) {
  const awsAccount = await shareOwn('awsAccount', actor, id)
  requireNotDeleting(awsAccount)
  const refuse = (message: Message) =>
    new DomainError('conflict', message, { fields: { awsAccountId: message } })
  if (!awsAccount.isEnvironmentHolder) {
    throw refuse(deploymentMessages.accountHoldsNone)
  }
  if (awsAccount.state !== 'SUCCESS') {
    throw refuse(deploymentMessages.accountNotReady)
  }
  return awsAccount
}
