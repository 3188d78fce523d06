import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { HostedZone } from '../../../db/models/hosted-zone'
import { hostedZoneIdRule } from '../../input/aws-ids'
import { readInput } from '../../input/rule'
import { messages } from '../../messages/messages'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { CreatedInAccount } from '../aws-accounts/aws-account-views'
import { createInAccount } from '../aws-accounts/create-in-account'
import { accountChoiceRule, type AccountChoiceInput } from '../aws-accounts/account-choice'
import type { Dependencies } from '../dependencies'
import { requireRoom } from '../quotas/quotas'

interface CreateHostedZoneInput extends AccountChoiceInput {
  hostedZoneId: string
  submissionId?: string
}

const inputRule = z.intersection(z.object({ hostedZoneId: hostedZoneIdRule }), accountChoiceRule)

/**
 * Associates a hosted zone of an AWS account that is there already, or is added with it. It can be linked once the controller has seen
 * that DNS leads to it.
 *
 * @returns with an `errorMessage` where the zone or the account is there already
 * @throws DomainError `forbidden`, `invalid`, `not-found`, `conflict`; `throttled` when a team adds many accounts
 */
export async function createHostedZone(
  dependencies: Dependencies,
  actor: HumanActor,
  input: CreateHostedZoneInput,
): Promise<CreatedInAccount> {
  const { hostedZoneId: awsId, account } = readInput(inputRule, input)
  return createInAccount(dependencies, actor, {
    account,
    submission: { id: input.submissionId, content: input },
    taken: { hosted_zones_aws_id: messages.hostedZoneDuplicate },
    requireAllowed: async ({ teamId }) =>
      requireRoom(dependencies, 'hostedZones', await HostedZone.count({ where: { teamId } })),
    async create(actor, awsAccount) {
      const { teamId } = actor
      const zone = await HostedZone.create({ id: randomUUID(), teamId, awsAccountId: awsAccount.id, awsId })
      await recordAudit(dependencies, actor, {
        action: 'hosted-zone.create',
        target: { id: zone.id, name: awsId },
        after: { accountNumber: awsAccount.accountNumber },
      })
      return zone.id
    },
  })
}
