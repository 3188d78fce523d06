import { z } from 'zod'

const requestPointSchema = z.object({
  epoch: z.int().describe('Where the time begins that it is of.'),
  requests: z.number().describe('In that time, through all exposed ports.'),
  errors: z.number().describe('Answers of processes with 5xx among them.'),
  p50Ms: z
    .number()
    .optional()
    .describe(
      'Median of the milliseconds until a process began its answer; absent where none answered. Of more than five minutes, the mean of their medians.',
    ),
  p99Ms: z
    .number()
    .optional()
    .describe('The same of the 99th percentile. Of more than five minutes, the highest of theirs.'),
})

/** What went through load balancers to an application. */
export const requestsSchema = z
  .object({
    seconds: z.int().describe('The length of the time that a point is of.'),
    isRefused: z
      .boolean()
      .describe(
        'Whether the role in the AWS account may not read them: its template is to be applied again.',
      ),
    points: z.array(requestPointSchema).describe('Oldest first; none of a time without requests.'),
  })
  .optional()
  .describe('Absent where request metrics are off, or no port is exposed.')

export type Requests = NonNullable<z.infer<typeof requestsSchema>>
export type RequestPoint = Requests['points'][number]
