import { z } from 'zod'
import { longest } from '../../core/text/longest'
import { boundedText, idText } from '../input/bounded'
import { successSchema } from '../services/answers/success'
import {
  accountChoicesSchema,
  createdInAccountSchema,
  externalDeletedSchema,
} from '../services/aws-accounts/aws-account-views'
import { accountChoice, accountChoiceOf } from './account-choice'
import { messages } from '../messages/messages'
import { defineCall, failingAs } from './call'

const idParams = z.object({ id: idText })
const linkParams = idParams.extend({ zoneId: idText })

export const hostedZoneCalls = [
  defineCall('GET /v1/view-controller/aws-account/create-hosted-zone', {
    summary: 'The AWS accounts in which a hosted zone may be, and whether one may be added with it.',
    access: 'admin',
    response: accountChoicesSchema,
    run: ({ services, actor }) => services.hostedZones.getHostedZoneCreateIndex(actor),
  }),
  defineCall('POST /v1/aws-account/hosted-zone', {
    summary: 'Associates a hosted zone of an AWS account that is there, or is added with it.',
    access: 'admin',
    quotas: ['awsAccounts', 'hostedZones'],
    audit: 'hosted-zone.create',
    takesKey: true,
    body: z.object({ hostedZoneId: boundedText(longest.line), ...accountChoice }),
    response: createdInAccountSchema,
    refusals: ['not-found', 'conflict', 'throttled'],
    run: ({ services, actor, body, submissionId }) =>
      services.hostedZones.createHostedZone(actor, {
        hostedZoneId: body.hostedZoneId,
        ...accountChoiceOf(body),
        submissionId,
      }),
    describeFailure: failingAs(messages.externalResourceFailed),
  }),
  defineCall('DELETE /v1/aws-account/hosted-zone/{id}', {
    summary: 'Ends the association of a hosted zone in which no environment has names.',
    access: 'admin',
    audit: 'hosted-zone.delete',
    params: idParams,
    response: externalDeletedSchema,
    run: ({ services, actor, params }) => services.hostedZones.deleteHostedZone(actor, params.id),
    describeFailure: failingAs(messages.hostedZoneDeleteFailed),
  }),
  defineCall('PATCH /v1/environment/{id}/hosted-zone/{zoneId}', {
    summary: 'Gives an environment names in a hosted zone, in the place of those it has.',
    access: 'member',
    audit: 'environment.link-hosted-zone',
    inProtected: 'refused',
    params: linkParams,
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params }) =>
      services.hostedZones.linkHostedZone(actor, { environmentId: params.id, hostedZoneId: params.zoneId }),
    describeFailure: failingAs(messages.hostedZoneLinkFailed),
  }),
  defineCall('PATCH /v1/environment/{id}/hosted-zone/{zoneId}/{subdomain}', {
    summary: 'Gives an environment names below a subdomain of a hosted zone, in the place of those it has.',
    access: 'member',
    audit: 'environment.link-hosted-zone',
    inProtected: 'refused',
    params: linkParams.extend({ subdomain: boundedText(longest.name) }),
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params }) =>
      services.hostedZones.linkHostedZone(actor, {
        environmentId: params.id,
        hostedZoneId: params.zoneId,
        subdomain: params.subdomain,
      }),
    describeFailure: failingAs(messages.hostedZoneLinkFailed),
  }),
  defineCall('DELETE /v1/environment/{id}/hosted-zone', {
    summary: 'Takes the names of an environment away.',
    access: 'member',
    audit: 'environment.unlink-hosted-zone',
    inProtected: 'refused',
    params: idParams,
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params }) => services.hostedZones.unlinkHostedZone(actor, params.id),
    describeFailure: failingAs(messages.hostedZoneUnlinkFailed),
  }),
]
