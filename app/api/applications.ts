import { z } from 'zod'
import { boundedText, idText } from '../input/bounded'
import { sentConfiguration } from '../input/sent-configuration'
import { longest } from '../../core/text/longest'
import { applicationTypes } from '../../core/application/application-type'
import {
  applicationConfigSchema,
  applicationCreatedSchema,
  applicationDeletedSchema,
  applicationDeploymentsSchema,
  applicationDetailSchema,
  applicationListSchema,
  applicationVersionsSchema,
  versionDeclareIndexSchema,
} from '../services/applications/application-views'
import { successSchema } from '../services/answers/success'
import { messages } from '../messages/messages'
import { defineCall, failingAs, leftOutStays, readRevision } from './call'
import { pageQuery } from './page-query'
import { toldAs } from '../http/problem/problem'

const idParams = z.object({ id: idText })

const configBody = z.object({ ...sentConfiguration, type: z.enum(applicationTypes).optional() })

export const applicationCalls = [
  defineCall('GET /v1/view-controller/process', {
    summary: 'The applications of the team, by name.',
    access: 'member',
    response: applicationListSchema,
    query: pageQuery,
    run: ({ services, actor, query }) => services.applications.listApplications(actor, query),
  }),
  defineCall('GET /v1/view-controller/process/{id}', {
    summary: 'An application and its possible auto deploy environments.',
    access: 'member',
    params: idParams,
    response: applicationDetailSchema,
    run: ({ services, actor, params }) => services.applications.getApplication(actor, params.id),
  }),
  defineCall('GET /v1/view-controller/process/{id}/config', {
    summary: 'How an application is run.',
    access: 'member',
    params: idParams,
    response: applicationConfigSchema,
    run: ({ services, actor, params }) => services.applications.getApplicationConfig(actor, params.id),
  }),
  defineCall('GET /v1/view-controller/process/{id}/versions', {
    summary: 'The versions of an application, newest first.',
    access: 'member',
    params: idParams,
    response: applicationVersionsSchema,
    query: pageQuery,
    run: ({ services, actor, params, query }) =>
      services.applications.listApplicationVersions(actor, params.id, query),
    describeFailure: failingAs(messages.versionsFailed),
  }),
  defineCall('GET /v1/view-controller/process/{id}/deployments', {
    summary: 'Where an application is live.',
    access: 'member',
    params: idParams,
    response: applicationDeploymentsSchema,
    run: ({ services, actor, params }) => services.applications.listApplicationDeployments(actor, params.id),
    describeFailure: failingAs(messages.deploymentsFailed),
  }),
  defineCall('GET /v1/view-controller/process/{id}/declare-version', {
    summary: 'What is to know before declaring a version.',
    access: 'member',
    params: idParams,
    response: versionDeclareIndexSchema,
    run: ({ services, actor, params }) => services.applications.getVersionDeclareIndex(actor, params.id),
  }),
  defineCall('POST /v1/process', {
    summary: 'Creates an application.',
    access: 'member',
    quotas: ['applications', 'portsPerApplication', 'rolesPerApplication'],
    audit: 'application.create',
    takesKey: true,
    body: configBody.extend({ applicationName: boundedText(longest.name) }),
    response: applicationCreatedSchema,
    refusals: ['conflict'],
    run: ({ services, actor, body, submissionId }) =>
      services.applications.createApplication(actor, { ...body, submissionId }),
    describeFailure: failingAs(messages.processCreateFailed),
  }),
  defineCall('PATCH /v1/process/{id}', {
    summary: `Changes how an application is run, from its next deployment on, and what it is called. ${leftOutStays}`,
    access: 'member',
    quotas: ['portsPerApplication', 'rolesPerApplication'],
    audit: 'application.edit',
    params: idParams,
    body: configBody.extend({ applicationName: boundedText(longest.name), ...readRevision }).partial(),
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params, body }) =>
      services.applications.editApplicationConfig(actor, { ...body, ...params }),
    describeFailure: failingAs(messages.processEditFailed),
  }),
  defineCall('DELETE /v1/process/{id}', {
    summary: 'Deletes an application that is deployed nowhere and has had no new version for 24 hours.',
    access: 'member',
    audit: 'application.delete',
    params: idParams,
    response: applicationDeletedSchema,
    run: ({ services, actor, params }) => services.applications.deleteApplication(actor, params.id),
    statuses: { forbidden: 401 },
    describeFailure: ({ code }) => {
      if (code === 'not-found') return { notFound: true }
      if (code === 'unauthenticated' || code === 'forbidden')
        return { permissionDenied: true, ...toldAs(messages.processDeleteDenied) }
      return {}
    },
  }),
  defineCall('PATCH /v1/process-version/{id}/name', {
    summary: 'Gives a version another name.',
    access: 'member',
    audit: 'version.rename',
    params: idParams,
    body: z.object({ name: boundedText(longest.versionName) }),
    response: successSchema,
    run: ({ services, actor, params, body }) =>
      services.applications.renameVersion(actor, { ...params, ...body }),
    describeFailure: failingAs(messages.versionRenameFailed),
  }),
  defineCall('PATCH /v1/process/{id}/auto-deploy-target/{environmentId}', {
    summary: 'Sets the auto deploy environment; `none` turns it off.',
    access: 'member',
    audit: 'application.set-auto-deploy-target',
    params: z.object({ id: idText, environmentId: idText }),
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params }) =>
      services.applications.setAutoDeployTarget(actor, {
        applicationId: params.id,
        environmentId: params.environmentId.toLowerCase() === 'none' ? undefined : params.environmentId,
      }),
    describeFailure: failingAs(messages.autoDeployFailed),
  }),
]
