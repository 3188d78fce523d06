import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { nextRevision } from '../../../db/desired-revision'
import { ExternalNetwork } from '../../../db/models/external-network'
import { regionRule, vpcIdRule } from '../../input/external-network'
import { readInput } from '../../input/rule'
import { messages } from '../../messages/messages'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { CreatedInAccount } from '../aws-accounts/aws-account-views'
import { createInAccount } from '../aws-accounts/create-in-account'
import { accountChoiceRule, type AccountChoiceInput } from '../aws-accounts/account-choice'
import type { Dependencies } from '../dependencies'
import { requireRoom } from '../quotas/quotas'
import { region } from '../../../core/aws/region'
import { listAccountChoices } from '../aws-accounts/list-account-choices'
import type { ExternalNetworkCreateIndex } from './external-network-views'

interface CreateExternalNetworkInput extends AccountChoiceInput {
  vpcId: string
  region: string
  submissionId?: string
}

const inputRule = z.intersection(z.object({ vpcId: vpcIdRule, region: regionRule }), accountChoiceRule)

/**
 * Associates a VPC of an AWS account that is there already, or is added with it. It can be linked once the controller has seen it. From
 * its first one on, an account needs the role for networks.
 *
 * @returns with an `errorMessage` where the network or the account is there already
 * @throws DomainError `forbidden`, `invalid`, `not-found`, `conflict`; `throttled` when a team adds many accounts
 */
export async function createExternalNetwork(
  dependencies: Dependencies,
  actor: HumanActor,
  input: CreateExternalNetworkInput,
): Promise<CreatedInAccount> {
  const { vpcId, region, account } = readInput(inputRule, input)
  return createInAccount(dependencies, actor, {
    account,
    submission: { id: input.submissionId, content: input },
    taken: { external_networks_vpc_id: messages.externalNetworkDuplicate },
    requireAllowed: async ({ teamId }) =>
      requireRoom(dependencies, 'externalNetworks', await ExternalNetwork.count({ where: { teamId } })),
    async create(actor, awsAccount) {
      const { teamId } = actor
      if (!awsAccount.isNetworkHolder)
        await awsAccount.update({ isNetworkHolder: true, desiredRevision: nextRevision })
      const awsAccountId = awsAccount.id
      const network = await ExternalNetwork.create({ id: randomUUID(), teamId, awsAccountId, vpcId, region })
      await recordAudit(dependencies, actor, {
        action: 'external-network.create',
        target: { id: network.id, name: vpcId },
        after: { accountNumber: awsAccount.accountNumber, region },
      })
      return network.id
    },
  })
}

/** The regions and accounts in which an external network may be, and whether there may be one account more. */
export const getExternalNetworkCreateIndex = async (
  dependencies: Dependencies,
  actor: HumanActor,
): Promise<ExternalNetworkCreateIndex> => ({
  validRegions: [region],
  ...(await listAccountChoices(dependencies, actor)),
})
