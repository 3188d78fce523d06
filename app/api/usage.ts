import { z } from 'zod'
import { idText } from '../input/bounded'
import { environmentUsageSchema, usageRangeNames } from '../services/usage/usage-views'
import { suggestedSizesSchema } from '../services/usage/suggested-size-views'
import { defineCall } from './call'

/** What processes use of what they ask for. */
export const usageCalls = [
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
