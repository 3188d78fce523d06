import { z } from 'zod'
import { boundedText, idText } from '../input/bounded'
import { longest } from '../../core/text/longest'
import { versionDeclaredSchema } from '../services/applications/application-views'
import { requestedDeploymentSchema } from '../services/environments/requested-deployment-views'
import { messages } from '../messages/messages'
import { defineCall, failingAs } from './call'

/** People and automation declare versions alike, each by the path of their documentation. */
const declareVersion = <Name extends `POST /v1/${'process' | 'application'}/version`>(name: Name) =>
  defineCall(name, {
    summary: 'Declares a version of an application and, with `autoDeploy`, queues its deployment.',
    access: 'automation',
    quotas: ['versionsPerDay'],
    audit: 'version.declare',
    takesKey: true,
    inProtected: 'waits',
    body: z.object({
      integrationId: idText,
      dockerImageTag: boundedText(longest.imageTag),
      versionName: boundedText(longest.versionName).optional(),
      autoDeploy: z.boolean().optional(),
      sourceUrl: boundedText(longest.sourceUrl).optional(),
      approveCost: z.boolean().optional(),
    }),
    response: versionDeclaredSchema,
    refusals: ['not-found', 'conflict', 'throttled'],
    run: ({ services, actor, body, submissionId }) =>
      services.applications.declareVersion(actor, { ...body, submissionId }),
    describeFailure: failingAs(messages.versionDeclareFailed),
  })

export const versionCalls = [
  declareVersion('POST /v1/process/version'),
  declareVersion('POST /v1/application/version'),
  defineCall('GET /v1/application/deployment/{id}', {
    summary: 'The state of a deployment that the caller requested by declaring a version.',
    access: 'automation',
    params: z.object({ id: idText }),
    response: requestedDeploymentSchema,
    run: ({ services, actor, params }) => services.environments.getRequestedDeployment(actor, params.id),
  }),
]
