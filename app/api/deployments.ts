import { z } from 'zod'
import { longest, most } from '../../core/text/longest'
import { boundedList, boundedText, idText } from '../input/bounded'
import {
  approvedSchema,
  deploymentViewSchema,
  environmentDeploymentsSchema,
  environmentVersionSchema,
  patchedSchema,
  patchViewSchema,
  promotedSchema,
  promoteViewSchema,
  revertedSchema,
  revertViewSchema,
} from '../services/deployments/deployment-views'
import { deploymentNewsSchema, endSchema } from '../services/following/stream-views'
import { successSchema } from '../services/answers/success'
import { messages } from '../messages/messages'
import { defineCall, defineStream, failingAs } from './call'
import { pageQuery } from './page-query'
import { readerOf } from './reader'

const environmentParams = z.object({ id: idText })

/** What all calls that queue a deployment have in common. */
const queuesDeployment = {
  access: 'member',
  quotas: ['queuedDeployments'],
  audit: 'deployment.queue',
  takesKey: true,
  inProtected: 'waits',
  refusals: ['not-found', 'conflict'],
} as const

export const deploymentCalls = [
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
  defineCall('GET /v1/view-controller/environment/{id}/history/{deploymentId}', {
    summary: 'One deployment: how far it is or how it ended, and what it changes.',
    access: 'member',
    params: environmentParams.extend({ deploymentId: idText }),
    response: deploymentViewSchema,
    run: ({ services, actor, params }) =>
      services.deployments.getDeployment(actor, {
        environmentId: params.id,
        deploymentId: params.deploymentId,
      }),
  }),
  defineStream('GET /v1/deployment/{id}/events', {
    summary:
      'Follows a deployment until it has ended. An integration user follows those that it requested. The id is the deployment’s.',
    access: 'automation',
    params: environmentParams,
    events: { deployment: deploymentNewsSchema, end: endSchema },
    run: ({ services, actor, params, request, reader }) =>
      services.following.followDeployment(actor, { ...params, ...readerOf(request, reader) }),
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
      'What other environments run that could be promoted to an environment, and of one of them what that costs. The id is the environment’s.',
    access: 'member',
    params: environmentParams,
    query: z.object({ sourceEnvironmentId: idText.optional() }),
    response: promoteViewSchema,
    run: ({ services, actor, params, query }) =>
      services.deployments.getPromoteView(actor, params.id, query.sourceEnvironmentId),
  }),
  defineCall('GET /v1/view-controller/deployment/{id}/revert/{versionId}', {
    summary:
      'What going back to something that an environment ran would change. The id is the environment’s.',
    access: 'member',
    params: environmentParams.extend({ versionId: idText }),
    response: revertViewSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params }) =>
      services.deployments.getRevertView(actor, {
        environmentId: params.id,
        environmentVersionId: params.versionId,
      }),
  }),
  defineCall('POST /v1/deployment/revert', {
    summary:
      'Queues a deployment after which an environment runs what it ran before, as that was configured and set then.',
    ...queuesDeployment,
    body: z.object({
      environmentVersionId: idText,
      expectedEnvironmentVersionState: boundedText(longest.id),
      firstDeployWarningApproved: z.boolean().optional(),
    }),
    response: revertedSchema,
    run: ({ services, actor, body, submissionId }) =>
      services.deployments.revertDeployment(actor, { ...body, submissionId }),
    describeFailure: failingAs(messages.revertFailed),
  }),
  defineCall('POST /v1/deployment/stop', {
    summary: 'Stops a deployment that waits or is in progress. The old processes keep serving.',
    access: 'member',
    audit: 'deployment.stop',
    body: z.object({ deploymentId: idText }),
    response: successSchema,
    refusals: ['not-found', 'conflict'],
    run: ({ services, actor, body }) => services.deployments.stopDeployment(actor, body.deploymentId),
    describeFailure: failingAs(messages.previousCommandFailed),
  }),
  defineCall('POST /v1/deployment/approve', {
    summary: 'Approves a waiting deployment, which is then queued. Not for its requester.',
    access: 'admin',
    audit: 'deployment.approve',
    inProtected: 'decides',
    body: z.object({ deploymentId: idText, expectedEnvironmentVersionState: boundedText(longest.id) }),
    response: approvedSchema,
    refusals: ['not-found', 'conflict'],
    run: ({ services, actor, body }) => services.deployments.approveDeployment(actor, body),
    describeFailure: failingAs(messages.previousCommandFailed),
  }),
  defineCall('POST /v1/deployment/decline', {
    summary: 'Ends a deployment that waits for approval.',
    access: 'admin',
    audit: 'deployment.decline',
    inProtected: 'decides',
    body: z.object({ deploymentId: idText }),
    response: successSchema,
    refusals: ['not-found', 'conflict'],
    run: ({ services, actor, body }) => services.deployments.declineDeployment(actor, body.deploymentId),
    describeFailure: failingAs(messages.previousCommandFailed),
  }),
  defineCall('POST /v1/deployment/retry', {
    summary: 'Requests a failed deployment again.',
    ...queuesDeployment,
    body: z.object({ deploymentId: idText, firstDeployWarningApproved: z.boolean().optional() }),
    response: patchedSchema,
    run: ({ services, actor, body, submissionId }) =>
      services.deployments.retryDeployment(actor, { ...body, submissionId }),
    describeFailure: failingAs(messages.previousCommandFailed),
  }),
  defineCall('POST /v1/deployment/restart', {
    summary:
      'Queues a deployment that replaces all processes of an application with new ones, which read their secrets again.',
    ...queuesDeployment,
    body: z.object({
      environmentId: idText,
      applicationId: idText,
      firstDeployWarningApproved: z.boolean().optional(),
    }),
    response: patchedSchema,
    run: ({ services, actor, body, submissionId }) =>
      services.deployments.restartApplication(actor, { ...body, submissionId }),
    describeFailure: failingAs(messages.previousCommandFailed),
  }),
  defineCall('POST /v1/deployment/promote', {
    summary: 'Queues a deployment after which an environment runs what another one runs, and nothing else.',
    ...queuesDeployment,
    body: z.object({
      environmentVersionId: idText,
      expectedEnvironmentVersionState: boundedText(longest.environmentVersionsState),
      targetEnvironmentId: idText,
      firstDeployWarningApproved: z.boolean().optional(),
    }),
    response: promotedSchema,
    run: ({ services, actor, body, submissionId }) =>
      services.deployments.promoteDeployment(actor, { ...body, submissionId }),
    describeFailure: failingAs(messages.promoteFailed),
  }),
  defineCall('POST /v1/deployment/patch', {
    summary: 'Queues a deployment that adds or changes applications, or removes one.',
    ...queuesDeployment,
    body: z.object({
      environmentId: idText,
      applicationVersionIdToDeploy: idText.nullish(),
      /** Several at once, as one deployment. */
      applicationVersionIdsToDeploy: boundedList(idText, most.deployedApplications).nullish(),
      applicationIdToRemove: idText.nullish(),
      firstDeployWarningApproved: z.boolean().optional(),
    }),
    response: patchedSchema,
    run: ({ services, actor, body, submissionId }) =>
      services.deployments.patchDeployment(actor, {
        environmentId: body.environmentId,
        applicationVersionIdToDeploy: body.applicationVersionIdToDeploy ?? undefined,
        applicationVersionIdsToDeploy: body.applicationVersionIdsToDeploy ?? undefined,
        applicationIdToRemove: body.applicationIdToRemove ?? undefined,
        firstDeployWarningApproved: body.firstDeployWarningApproved,
        submissionId,
      }),
    describeFailure: failingAs(messages.previousCommandFailed),
  }),
]
