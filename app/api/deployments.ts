import { z } from 'zod'
import { longest } from '../../core/text/longest'
import { boundedText, idText } from '../input/bounded'
import {
  environmentDeploymentsSchema,
  environmentVersionSchema,
  patchedSchema,
  patchViewSchema,
  promotedSchema,
  promoteViewSchema,
} from '../services/deployments/deployment-views'
import { messages } from '../messages/messages'
import { defineCall, failingAs, type Call } from './call'
import { pageQuery } from './page-query'

const environmentParams = z.object({ id: idText })

export const deploymentCalls: Call[] = [
  defineCall('GET /v1/view-controller/environment/{id}/deployments', {
    summary: 'What was deployed to an environment, newest first.',
    access: 'member',
    params: environmentParams,
    response: environmentDeploymentsSchema,
    query: pageQuery,
    run: ({ services, actor, params, query }) =>
      services.deployments.listEnvironmentDeployments(actor, params.id, query),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/deployments/latest', {
    summary: 'What an environment runs, or is about to.',
    access: 'member',
    params: environmentParams,
    response: environmentVersionSchema,
    run: ({ services, actor, params }) => services.deployments.getLatestEnvironmentVersion(actor, params.id),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/deployments/{versionId}', {
    summary: 'What an environment ran at one time.',
    access: 'member',
    params: environmentParams.extend({ versionId: idText }),
    response: environmentVersionSchema,
    run: ({ services, actor, params }) =>
      services.deployments.getEnvironmentVersion(actor, {
        environmentId: params.id,
        environmentVersionId: params.versionId,
      }),
  }),
  defineCall('GET /v1/view-controller/deployment/{id}/patch', {
    summary: 'What an environment runs, will run and could run. The id is the environment’s.',
    access: 'member',
    params: environmentParams,
    response: patchViewSchema,
    run: ({ services, actor, params }) => services.deployments.getPatchView(actor, params.id),
  }),
  defineCall('GET /v1/view-controller/deployment/{id}/promote', {
    summary:
      'What other environments run that could be promoted to an environment. The id is the environment’s.',
    access: 'member',
    params: environmentParams,
    response: promoteViewSchema,
    run: ({ services, actor, params }) => services.deployments.getPromoteView(actor, params.id),
  }),
  defineCall('POST /v1/deployment/promote', {
    summary: 'Queues a deployment after which an environment runs what another one runs, and nothing else.',
    access: 'member',
    body: z.object({
      environmentVersionId: idText,
      expectedEnvironmentVersionState: boundedText(longest.environmentVersionsState),
      targetEnvironmentId: idText,
      firstDeployWarningApproved: z.boolean().optional(),
    }),
    response: promotedSchema,
    refusals: ['not-found', 'conflict'],
    run: ({ services, actor, body, submissionId }) =>
      services.deployments.promoteDeployment(actor, { ...body, submissionId }),
    describeFailure: failingAs(messages.promoteFailed),
  }),
  defineCall('POST /v1/deployment/patch', {
    summary: 'Queues a deployment that adds, changes or removes an application.',
    access: 'member',
    body: z.object({
      environmentId: idText,
      applicationVersionIdToDeploy: idText.nullish(),
      applicationIdToRemove: idText.nullish(),
      firstDeployWarningApproved: z.boolean().optional(),
    }),
    response: patchedSchema,
    refusals: ['not-found', 'conflict'],
    run: ({ services, actor, body, submissionId }) =>
      services.deployments.patchDeployment(actor, {
        environmentId: body.environmentId,
        applicationVersionIdToDeploy: body.applicationVersionIdToDeploy ?? undefined,
        applicationIdToRemove: body.applicationIdToRemove ?? undefined,
        firstDeployWarningApproved: body.firstDeployWarningApproved,
        submissionId,
      }),
    describeFailure: failingAs(messages.previousCommandFailed),
  }),
]
