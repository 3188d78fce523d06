import { z } from 'zod'
import { longest } from '../../core/text/longest'
import { boundedText, idText } from '../input/bounded'
import { presentUsageSchema } from '../services/usage/present-usage-views'
import {
  applicationUsageSchema,
  environmentUsageSchema,
  measuredProcessesSchema,
  processRanges,
  processUsageSchema,
  usageRangeNames,
} from '../services/usage/usage-views'
import { suggestedSizesSchema } from '../services/usage/suggested-size-views'
import { defineCall } from './call'
import { pageQuery } from './page-query'

const usageRange = z.enum(usageRangeNames).default('1h')

/** What processes use of what they ask for. */
export const usageCalls = [
  defineCall('GET /v1/view-controller/usage', {
    summary: 'What each process of the team used in its newest minute, beside what it asks for.',
    access: 'member',
    response: presentUsageSchema,
    run: ({ services, actor }) => services.usage.getPresentUsage(actor),
  }),
  defineCall('GET /v1/view-controller/usage/metrics', {
    summary: 'The same in the OpenMetrics format, which Prometheus reads.',
    access: 'automation',
    downloadAs: 'usage.txt',
    mediaType: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
    response: z.string(),
    run: ({ services, actor }) => services.usage.exportPresentUsage(actor),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/usage', {
    summary: 'What processes of an environment used, by application and time, beside what they ask for.',
    access: 'member',
    params: z.object({ id: idText }),
    query: pageQuery.extend({
      range: usageRange,
      applicationId: idText.optional().describe('Of one application alone.'),
      filter: boundedText(longest.name).optional().describe('Of applications with this in their name.'),
    }),
    response: environmentUsageSchema,
    run: ({ services, actor, params, query }) =>
      services.usage.getEnvironmentUsage(actor, { ...params, ...query }),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/usage/processes', {
    summary:
      'Processes of an application that were measured in an environment, with what each used. Kept for two days.',
    access: 'member',
    params: z.object({ id: idText }),
    query: pageQuery.extend({ range: usageRange, applicationId: idText }),
    response: measuredProcessesSchema,
    run: ({ services, actor, params, query }) =>
      services.usage.listMeasuredProcesses(actor, { ...params, ...query }),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/usage/processes/{processId}', {
    summary: 'What one process of an environment used by time, also once it has ended. Kept for two days.',
    access: 'member',
    params: z.object({ id: idText, processId: idText }),
    query: z.object({ range: z.enum(processRanges).default('1h') }),
    response: processUsageSchema,
    run: ({ services, actor, params, query }) =>
      services.usage.getProcessUsage(actor, { ...params, ...query }),
  }),
  defineCall('GET /v1/view-controller/process/{id}/usage', {
    summary: 'What processes of an application used in each environment by time, beside what they ask for.',
    access: 'member',
    params: z.object({ id: idText }),
    query: pageQuery.extend({ range: usageRange }),
    response: applicationUsageSchema,
    run: ({ services, actor, params, query }) =>
      services.usage.getApplicationUsage(actor, { ...params, ...query }),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/suggested-sizes', {
    summary: 'Sizes that fit what was measured of each application of an environment, with what they cost.',
    access: 'member',
    params: z.object({ id: idText }),
    response: suggestedSizesSchema,
    run: ({ services, actor, params }) => services.usage.getSuggestedSizes(actor, params.id),
  }),
]
