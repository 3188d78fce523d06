import { z } from 'zod'
import { levels } from '../../core/output/levels'
import { longest } from '../../core/text/longest'
import { boundedText, idText } from '../input/bounded'
import { outputSchema } from '../services/output/output-views'
import { defineCall } from './call'

const params = z.object({ id: idText })

const query = z.object({
  applicationId: idText.optional().describe('Of one application alone.'),
  processId: idText.optional().describe('Of one process alone, running or not.'),
  deploymentId: idText.optional().describe('Of processes of one deployment, in its time.'),
  text: boundedText(longest.line).optional().describe('What a line contains, case and all.'),
  level: z.enum(levels).optional().describe('Only lines of this level or a graver one.'),
  fromEpoch: epoch().describe('An hour before the end where it is left out, or where the deployment began.'),
  untilEpoch: epoch().describe('Exclusive. Now where it is left out.'),
})

const refusals = ['conflict', 'throttled', 'unavailable'] as const

/** What processes print. */
export const outputCalls = [
  defineCall('GET /v1/environment/{id}/output', {
    summary: 'The newest lines that processes of an environment printed in a time, up to 500.',
    access: 'member',
    params,
    query,
    response: outputSchema,
    refusals,
    run: ({ services, actor, params, query }) =>
      services.output.getOutput(actor, { environmentId: params.id, ...query }),
  }),
  defineCall('GET /v1/environment/{id}/output/text', {
    summary: 'The same as a text file.',
    access: 'member',
    params,
    query,
    downloadAs: 'logs.txt',
    mediaType: 'text/plain; charset=utf-8',
    response: z.string(),
    refusals,
    run: ({ services, actor, params, query }) =>
      services.output.exportOutput(actor, { environmentId: params.id, ...query }),
  }),
]

function epoch() {
  return z.coerce
    .number('This must be a number.')
    .int('This must be a whole number.')
    .min(0, 'This must be at least 0.')
    .max(8.64e15, 'This is later than time can be.')
    .optional()
}
