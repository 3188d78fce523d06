import { z } from 'zod'
import { boundedList, boundedText, idText } from '../input/bounded'
import { choiceBody, createdChoicesShape } from '../input/environment-choices'
import { sentOverride } from '../input/sent-configuration'
import { longest } from '../../core/text/longest'
import { environmentNews } from '../../core/news/news-kinds'
import {
  actOf,
  deploymentRules,
  type DeploymentRule,
  type RuleName,
  ruleNames,
} from '../../core/deployment/rules'
import { choiceActOf, choiceNames, environmentChoices } from '../../core/environment/choices'
import { logTypes } from '../../core/resources/events'
import {
  environmentCreatedSchema,
  environmentCreateIndexSchema,
  environmentListSchema,
} from '../services/environments/environment-list-views'
import {
  environmentDetailSchema,
  environmentRenamedSchema,
  environmentStatusViewSchema,
  protectionSetSchema,
} from '../services/environments/environment-views'
import { environmentLogsSchema } from '../services/environments/log-views'
import { environmentProcessesSchema } from '../services/environments/override-views'
import { environmentResourcesSchema } from '../services/environments/resource-views'
import {
  deletedEnvironmentsSchema,
  deletedEnvironmentViewSchema,
  deletedLogSchema,
} from '../services/environments/deleted-views'
import { environmentOverviewSchema } from '../services/environments/overview-views'
import { processOutputSchema, runningProcessesSchema } from '../services/environments/process-views'
import { mostLines } from '../services/following/follow-environment'
import { environmentEvents } from '../services/following/stream-views'
import { successSchema } from '../services/answers/success'
import { settingsChangedSchema } from '../services/deployments/change-settings'
import { overriddenSchema } from '../services/environments/override-application'
import { messages } from '../messages/messages'
import { defineCall, defineStream, failingAs, leftOutStays, readRevision } from './call'
import { pageQuery } from './page-query'
import { readerOf } from './reader'

const idParams = z.object({ id: idText })
const newsList = boundedList(z.enum(environmentNews), environmentNews.length)
const logParams = idParams.extend({ type: z.enum(logTypes) })

const ruleSchema = (rule: DeploymentRule): z.ZodType<number | boolean> =>
  rule.kind === 'number' ? z.int().min(0).max(rule.most) : z.boolean()

const ruleCalls = ruleNames.map((name: RuleName) => {
  const rule = deploymentRules[name]
  return defineCall(`POST /v1/environment/{id}/${rule.call}`, {
    summary: rule.summary,
    access: 'member',
    audit: actOf(rule),
    inProtected: 'admins',
    params: idParams,
    body: z.object({ [name]: ruleSchema(rule) }),
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params, body }) =>
      services.environments.setDeploymentRule(actor, { ...params, name, value: body[name] ?? '' }),
  })
})

const choiceCalls = choiceNames.map((name) => {
  const choice = environmentChoices[name]
  return defineCall(`POST /v1/environment/{id}/${choice.call}`, {
    summary: choice.summary,
    access: 'member',
    audit: choiceActOf(choice),
    inProtected: choice.isDeployed ? 'waits' : 'admins',
    params: idParams,
    body: choiceBody(name),
    response: choice.isDeployed ? settingsChangedSchema : successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params, body }) =>
      services.environments.setEnvironmentChoice(actor, { ...params, name, value: body[choice.field] }),
  })
})

export const environmentCalls = [
  defineCall('GET /v1/view-controller/environment', {
    summary: 'The environments of the team, by name.',
    access: 'member',
    response: environmentListSchema,
    run: ({ services, actor }) => services.environments.listEnvironments(actor),
  }),
  defineCall('GET /v1/view-controller/deleted-environment', {
    summary: 'Environments that were deleted in the last 30 days, the last first.',
    access: 'member',
    response: deletedEnvironmentsSchema,
    run: ({ services, actor }) => services.environments.listDeletedEnvironments(actor),
  }),
  defineCall('GET /v1/view-controller/deleted-environment/{id}', {
    summary: 'An environment that was deleted: its deployments and what it cost.',
    access: 'member',
    params: idParams,
    response: deletedEnvironmentViewSchema,
    run: ({ services, actor, params }) => services.environments.getDeletedEnvironment(actor, params.id),
  }),
  defineCall('GET /v1/view-controller/deleted-environment/{id}/logs', {
    summary:
      'A page of the log of an environment that was deleted: the newest lines, or those before a line.',
    access: 'member',
    params: idParams,
    query: z.object({ before: lineNumber().optional() }),
    response: deletedLogSchema,
    run: ({ services, actor, params, query }) =>
      services.environments.listDeletedLog(actor, { ...params, before: query.before }),
  }),
  defineCall('GET /v1/view-controller/environment/create', {
    summary: 'The AWS accounts in which an environment may be created.',
    access: 'member',
    response: environmentCreateIndexSchema,
    run: ({ services, actor }) => services.environments.getEnvironmentCreateIndex(actor),
    describeFailure: failingAs(messages.awsAccountsFailed),
  }),
  defineCall('GET /v1/view-controller/environment/{id}', {
    summary: 'An environment.',
    access: 'member',
    params: idParams,
    response: environmentDetailSchema,
    run: ({ services, actor, params }) => services.environments.getEnvironment(actor, params.id),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/status', {
    summary: 'How an environment is doing; not found once its deletion is through.',
    access: 'member',
    params: idParams,
    response: environmentStatusViewSchema,
    run: ({ services, actor, params }) => services.environments.getEnvironmentStatus(actor, params.id),
  }),
  defineStream('GET /v1/environment/{id}/events', {
    summary: 'Follows how an environment does, and its log, until it is deleted.',
    access: 'member',
    params: idParams,
    query: z.object({
      log: z.enum(logTypes).optional().describe('One log alone.'),
      lines: z.coerce
        .number('This must be a number.')
        .int('This must be a whole number.')
        .min(0, 'This must be at least 0.')
        .max(mostLines, `This must be at most ${mostLines}.`)
        .optional()
        .describe('How many of the newest lines it begins with.'),
    }),
    events: environmentEvents,
    run: ({ services, actor, params, query, request, reader }) =>
      services.following.followEnvironment(actor, { ...params, ...query, ...readerOf(request, reader) }),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/processes', {
    summary: 'The applications and what the environment does differently about each.',
    access: 'member',
    params: idParams,
    response: environmentProcessesSchema,
    run: ({ services, actor, params }) => services.environments.listEnvironmentProcesses(actor, params.id),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/overview', {
    summary: 'What an environment runs, on which instances, and what that costs.',
    access: 'member',
    params: idParams,
    response: environmentOverviewSchema,
    run: ({ services, actor, params }) => services.environments.getEnvironmentOverview(actor, params.id),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/resources', {
    summary: 'What an environment consists of: load balancers, instances, links and cost.',
    access: 'member',
    params: idParams,
    response: environmentResourcesSchema,
    run: ({ services, actor, params }) => services.environments.getEnvironmentResources(actor, params.id),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/running-processes', {
    summary: 'What runs in an environment, process by process, by application.',
    access: 'member',
    params: idParams,
    query: pageQuery,
    response: runningProcessesSchema,
    run: ({ services, actor, params, query }) =>
      services.environments.listRunningProcesses(actor, { ...params, ...query }),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/running-processes/{processId}/output', {
    summary: 'A process, and where in CloudWatch Logs its output is.',
    access: 'member',
    params: idParams.extend({ processId: idText }),
    response: processOutputSchema,
    run: ({ services, actor, params }) =>
      services.environments.getProcessOutput(actor, {
        environmentId: params.id,
        processId: params.processId,
      }),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/logs/{type}', {
    summary: 'The newest lines of a log, oldest first.',
    access: 'member',
    params: logParams,
    response: environmentLogsSchema,
    run: ({ services, actor, params }) => services.environments.listEnvironmentLogs(actor, params),
  }),
  defineCall('POST /v1/view-controller/environment/{id}/logs/{type}', {
    summary: 'The lines of a log from a time on, or before one, oldest first.',
    access: 'member',
    audit: 'reads',
    params: logParams,
    body: z.object({ sinceEpoch: epoch().nullish(), beforeEpoch: epoch().nullish() }),
    response: environmentLogsSchema,
    run: ({ services, actor, params, body }) =>
      services.environments.listEnvironmentLogs(actor, {
        ...params,
        sinceEpoch: body.sinceEpoch ?? undefined,
        beforeEpoch: body.beforeEpoch ?? undefined,
      }),
  }),
  defineCall('POST /v1/environment', {
    summary: 'Creates an environment, unless a warning of its cost has to be confirmed first.',
    access: 'member',
    quotas: ['environments'],
    audit: 'environment.create',
    takesKey: true,
    body: z.object({
      environmentName: boundedText(longest.name),
      awsAccountId: idText,
      ...createdChoicesShape,
      firstDeployMessageApproved: z.boolean().optional(),
    }),
    response: environmentCreatedSchema,
    refusals: ['not-found', 'conflict'],
    run: ({ services, actor, body, submissionId }) =>
      services.environments.createEnvironment(actor, { ...body, submissionId }),
  }),
  defineCall('POST /v1/environment/{id}/set-name', {
    summary: 'Gives an environment another name.',
    access: 'member',
    audit: 'environment.rename',
    inProtected: 'admins',
    params: idParams,
    body: z.object({ name: boundedText(longest.name) }),
    response: environmentRenamedSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params, body }) =>
      services.environments.renameEnvironment(actor, { ...params, ...body }),
  }),
  ...choiceCalls,
  ...ruleCalls,
  defineCall('POST /v1/environment/{id}/notifications', {
    summary: `Chooses the events of an environment for e-mail and webhook. ${leftOutStays}`,
    access: 'member',
    audit: 'environment.set-notifications',
    inProtected: 'admins',
    params: idParams,
    body: z.object({
      mailEvents: newsList.nullish(),
      webhookEvents: newsList.nullish(),
      ...readRevision,
    }),
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params, body }) =>
      services.environments.setNotifications(actor, { ...params, ...body }),
  }),
  defineCall('POST /v1/environment/{id}/protection', {
    summary:
      'Sets whether deployments wait for the approval of another admin. Protection ends when two admins request that.',
    access: 'admin',
    audit: 'environment.protect',
    inProtected: 'decides',
    params: idParams,
    body: z.object({ isProtected: z.boolean() }),
    response: protectionSetSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params, body }) =>
      services.environments.setProtection(actor, { ...params, ...body }),
  }),
  defineCall('POST /v1/environment/{id}/sleep', {
    summary:
      'Puts an environment to sleep: its processes and instances stop until its schedule, a person or a deployment wakes it.',
    access: 'member',
    audit: 'environment.sleep',
    inProtected: 'admins',
    params: idParams,
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params }) => services.environments.putEnvironmentToSleep(actor, params.id),
  }),
  defineCall('POST /v1/environment/{id}/wake', {
    summary: 'Wakes an environment: what was live is started again.',
    access: 'member',
    audit: 'environment.wake',
    inProtected: 'admins',
    params: idParams,
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params }) => services.environments.wakeEnvironment(actor, params.id),
  }),
  defineCall('POST /v1/environment/{id}/sleep-schedule', {
    summary:
      'Sets when an environment sleeps; null removes the schedule. Whether it sleeps now stays until the schedule comes for the first time, or without one until a person or a deployment wakes it.',
    access: 'member',
    audit: 'environment.set-sleep-schedule',
    inProtected: 'admins',
    params: idParams,
    body: z.object({
      schedule: z
        .object({
          timeZone: boundedText(longest.timeZone).describe('A name of the IANA time zone database.'),
          sleep: boundedText(longest.cron).describe('When it falls asleep, in five fields of cron.'),
          wake: boundedText(longest.cron).describe('When it wakes, likewise.'),
        })
        .nullable(),
    }),
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params, body }) =>
      services.environments.setSleepSchedule(actor, { ...params, ...body }),
  }),
  defineCall('POST /v1/environment/{id}/correct', {
    summary: 'Has what is deployed examined and corrected.',
    access: 'member',
    audit: 'environment.correct',
    params: idParams,
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params }) => services.environments.examineEnvironment(actor, params.id),
  }),
  defineCall('POST /v1/environment/{id}/process/{processId}', {
    summary: `Says what an environment does differently about an application. ${leftOutStays}`,
    access: 'member',
    quotas: ['overridesPerEnvironment'],
    audit: 'environment.override-application',
    inProtected: 'waits',
    params: idParams.extend({ processId: idText }),
    body: z.object({
      override: z.boolean(),
      ...sentOverride,
      ...readRevision,
      firstDeployWarningApproved: z.boolean().optional(),
    }),
    response: overriddenSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params, body }) =>
      services.environments.overrideApplication(actor, {
        environmentId: params.id,
        applicationId: params.processId,
        ...body,
      }),
    describeFailure: failingAs(messages.processValuesFailed),
  }),
  defineCall('DELETE /v1/environment/{id}', {
    summary: 'Deletes an environment with everything that runs in it.',
    access: 'member',
    audit: 'environment.delete',
    inProtected: 'refused',
    params: idParams,
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params }) => services.environments.deleteEnvironment(actor, params.id),
  }),
]

/** Id of a line, as a query has it. */
function lineNumber() {
  return z.coerce
    .number('This must be a number.')
    .int('This must be a whole number.')
    .min(0, 'This must be at least 0.')
    .max(2_147_483_647, 'This must be the id of a line.')
    .describe('Id of the oldest line of the answer before.')
}

/** Milliseconds, within what a date can be. */
function epoch() {
  return z.number().min(0).max(8.64e15)
}
