import { z } from 'zod'
import { idText } from '../input/bounded'
import { environmentCostSchema, teamCostSchema } from '../services/cost/cost-views'
import { defineCall } from './call'

const idParams = z.object({ id: idText })
const csv = 'text/csv; charset=utf-8'

/** What environments cost, as far as AWS charges for what SDO knows. */
export const costCalls = [
  defineCall('GET /v1/view-controller/cost', {
    summary: 'What all environments of the team cost this month, before traffic and what `leavesOut` says.',
    access: 'member',
    response: teamCostSchema,
    run: ({ services, actor }) => services.cost.getTeamCost(actor),
  }),
  defineCall('GET /v1/view-controller/cost/csv', {
    summary: 'The same as a CSV file, by environment and day.',
    access: 'member',
    downloadAs: 'cost.csv',
    mediaType: csv,
    response: z.string(),
    run: ({ services, actor }) => services.cost.exportTeamCost(actor),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/cost', {
    summary:
      'What an environment costs this month, before traffic and what `leavesOut` says: by line and day, projected to the end, and why it changed.',
    access: 'member',
    params: idParams,
    response: environmentCostSchema,
    run: ({ services, actor, params }) => services.cost.getEnvironmentCost(actor, params.id),
  }),
  defineCall('GET /v1/view-controller/environment/{id}/cost/csv', {
    summary: 'The same as a CSV file, by day.',
    access: 'member',
    params: idParams,
    downloadAs: 'cost.csv',
    mediaType: csv,
    response: z.string(),
    run: ({ services, actor, params }) => services.cost.exportEnvironmentCost(actor, params.id),
  }),
]
