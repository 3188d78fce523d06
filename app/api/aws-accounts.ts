import { z } from 'zod'
import { boundedText, idText } from '../input/bounded'
import { longest } from '../../core/text/longest'
import {
  awsAccountCreatedSchema,
  awsAccountDeletedSchema,
  awsAccountRenamedSchema,
  awsAccountRolesSchema,
  awsAccountStatusViewSchema,
  awsAccountVerifiedSchema,
  externalResourcesSchema,
} from '../services/aws-accounts/aws-account-views'
import { messages } from '../messages/messages'
import { defineCall, failingAs } from './call'
import { toldAs } from '../http/problem/problem'

const idParams = z.object({ id: idText })

export const awsAccountCalls = [
  defineCall('GET /v1/view-controller/aws-account', {
    summary: 'The AWS accounts, hosted zones and external networks of the team.',
    access: 'member',
    response: externalResourcesSchema,
    run: ({ services, actor }) => services.awsAccounts.listExternalResources(actor),
  }),
  defineCall('GET /v1/view-controller/aws-account/{id}/roles', {
    summary: 'The roles an AWS account must have, and how those it has differ.',
    access: 'admin',
    params: idParams,
    response: awsAccountRolesSchema,
    run: ({ services, actor, params }) => services.awsAccounts.getAwsAccountRoles(actor, params.id),
  }),
  defineCall('GET /v1/view-controller/aws-account/{id}/status', {
    summary: 'The state of an AWS account; not found once its deletion is through.',
    access: 'admin',
    params: idParams,
    response: awsAccountStatusViewSchema,
    run: ({ services, actor, params }) => services.awsAccounts.getAwsAccountStatus(actor, params.id),
  }),
  defineCall('POST /v1/aws-account', {
    summary:
      'Adds an AWS account. 409 when it is the team’s already, or has been shown to be another team’s.',
    access: 'admin',
    quotas: ['awsAccounts'],
    audit: 'aws-account.create',
    takesKey: true,
    body: z.object({ name: boundedText(longest.name), awsAccountNumber: boundedText(longest.number) }),
    response: awsAccountCreatedSchema,
    refusals: ['conflict', 'throttled'],
    run: ({ services, actor, body, submissionId }) =>
      services.awsAccounts.createAwsAccount(actor, { ...body, submissionId }),
    describeFailure: ({ code, fields }) => {
      if (code === 'conflict' && fields?.['awsAccountNumber']) return { duplicateOnPlatform: true }
      return code === 'internal' ? toldAs(messages.awsAccountFailed) : {}
    },
  }),
  defineCall('GET /v1/aws-account/{id}/cloudformation.json', {
    summary: 'The CloudFormation template that installs the required roles.',
    access: 'admin',
    params: idParams,
    response: z.record(z.string(), z.unknown()),
    downloadAs: 'cloudformation.json',
    run: ({ services, actor, params }) => services.awsAccounts.getCloudformationTemplate(actor, params.id),
    describeFailure: failingAs(messages.templateFailed),
  }),
  defineCall('POST /v1/aws-account/{id}/verify', {
    summary: 'Has the account examined afresh. Ignored while it is being examined or deleted.',
    access: 'admin',
    audit: { unrecorded: 'has the account looked at; changes nothing in it' },
    params: idParams,
    response: awsAccountVerifiedSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params }) => services.awsAccounts.verifyAwsAccount(actor, params.id),
  }),
  defineCall('POST /v1/aws-account/{id}/rename', {
    summary: 'Gives an AWS account another name.',
    access: 'admin',
    audit: 'aws-account.rename',
    params: idParams,
    body: z.object({ newName: boundedText(longest.name) }),
    response: awsAccountRenamedSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params, body }) =>
      services.awsAccounts.renameAwsAccount(actor, { ...params, ...body }),
    describeFailure: failingAs(messages.awsAccountRenameFailed),
  }),
  defineCall('PATCH /v1/aws-account/{id}/environment-holder', {
    summary: 'Says whether environments may be created in the account.',
    access: 'admin',
    audit: 'aws-account.set-environment-holder',
    params: idParams,
    body: z.object({ isEnvironmentHolder: z.boolean() }),
    response: awsAccountVerifiedSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params, body }) =>
      services.awsAccounts.setEnvironmentHolder(actor, { ...params, ...body }),
  }),
  defineCall('DELETE /v1/aws-account/{id}', {
    summary: 'Deletes an AWS account on which nothing depends, after cleaning up in it.',
    access: 'admin',
    audit: 'aws-account.delete',
    params: idParams,
    response: awsAccountDeletedSchema,
    run: ({ services, actor, params }) => services.awsAccounts.deleteAwsAccount(actor, params),
  }),
  defineCall('DELETE /v1/aws-account/{id}/force', {
    summary: 'Deletes an AWS account on which nothing depends, also where cleaning up fails.',
    access: 'admin',
    audit: 'aws-account.delete',
    params: idParams,
    response: awsAccountDeletedSchema,
    run: ({ services, actor, params }) =>
      services.awsAccounts.deleteAwsAccount(actor, { ...params, force: true }),
    describeFailure: failingAs(messages.awsAccountForceFailed),
  }),
]
