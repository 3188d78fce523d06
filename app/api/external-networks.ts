import { z } from 'zod'
import { longest, most } from '../../core/text/longest'
import { boundedText, idText } from '../input/bounded'
import { successSchema } from '../services/answers/success'
import { createdInAccountSchema, externalDeletedSchema } from '../services/aws-accounts/aws-account-views'
import { externalNetworkCreateIndexSchema } from '../services/external-networks/external-network-views'
import { accountChoice, accountChoiceOf } from './account-choice'
import { messages } from '../messages/messages'
import { defineCall, failingAs, readRevision } from './call'

const idParams = z.object({ id: idText })

export const externalNetworkCalls = [
  defineCall('GET /v1/view-controller/aws-account/create-external-network', {
    summary:
      'The regions and AWS accounts in which an external network may be, and whether an account may be added with it.',
    access: 'admin',
    response: externalNetworkCreateIndexSchema,
    run: ({ services, actor }) => services.externalNetworks.getExternalNetworkCreateIndex(actor),
  }),
  defineCall('POST /v1/aws-account/external-network', {
    summary: 'Associates a VPC of an AWS account that is there, or is added with it.',
    access: 'admin',
    quotas: ['awsAccounts', 'externalNetworks'],
    audit: 'external-network.create',
    takesKey: true,
    body: z.object({
      vpcId: boundedText(longest.line),
      region: boundedText(longest.name),
      ...accountChoice,
    }),
    response: createdInAccountSchema,
    refusals: ['not-found', 'conflict', 'throttled'],
    run: ({ services, actor, body, submissionId }) =>
      services.externalNetworks.createExternalNetwork(actor, {
        vpcId: body.vpcId,
        region: body.region,
        ...accountChoiceOf(body),
        submissionId,
      }),
    describeFailure: failingAs(messages.externalResourceFailed),
  }),
  defineCall('DELETE /v1/aws-account/external-network/{id}', {
    summary: 'Ends the association of an external network with which no environment is connected.',
    access: 'admin',
    audit: 'external-network.delete',
    params: idParams,
    response: externalDeletedSchema,
    run: ({ services, actor, params }) => services.externalNetworks.deleteExternalNetwork(actor, params.id),
    describeFailure: failingAs(messages.externalNetworkDeleteFailed),
  }),
  defineCall('POST /v1/environment/{id}/linked-networks', {
    summary: 'Says with which external networks an environment is to be connected.',
    access: 'member',
    audit: 'environment.set-linked-networks',
    inProtected: 'refused',
    params: idParams,
    body: z.object({ newLinks: z.array(idText).max(most.linkedNetworks), ...readRevision }),
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params, body }) =>
      services.externalNetworks.setLinkedNetworks(actor, {
        environmentId: params.id,
        ...body,
      }),
    describeFailure: failingAs(messages.linkedNetworksFailed),
  }),
]
