import { z } from 'zod'
import { idText } from '../input/bounded'
import { presentUsageSchema } from '../services/usage/present-usage-views'
import { environmentUsageSchema, usageRangeNames } from '../services/usage/usage-views'
import { suggestedSizesSchema } from '../services/usage/suggested-size-views'
import { defineCall } from './call'

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
    query: z.object({ range: z.enum(usageRangeNames).default('1h') }),
    response: environmentUsageSchema,
    run: ({ services, actor, params, query }) =>
      services.usage.getEnvironmentUsage(actor, { id: params.id, range: query.range }),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/suggested-sizes', {
    summary: 'Sizes that fit what was measured of each application of an environment, with what they cost.',
    access: 'member',
    params: z.object({ id: idText }),
    response: suggestedSizesSchema,
    run: ({ services, actor, params }) => services.usage.getSuggestedSizes(actor, params.id),
  }),
]
