import { z } from 'zod'

export const logTypes = ['network', 'deployment'] as const
export type LogType = (typeof logTypes)[number]

/** Reasons of lines about deployments, for operators. */
export const lineReasons = [
  'DeploymentStarted',
  'DeploymentLive',
  'DeploymentFailed',
  'DeploymentStopped',
] as const
export type LineReason = (typeof lineReasons)[number]

export const fleetChangeKinds = ['launch', 'move', 'retire'] as const

/** Change of the fleet that a line tells: an instance comes, is to be emptied, or goes. */
const fleetChangeSchema = z.object({
  kind: z.enum(fleetChangeKinds).describe('Whether an instance comes, is emptied, or goes.'),
  savingPerHour: z
    .number()
    .optional()
    .describe('USD that it takes off the cost; below 0 where it adds to it.'),
})

/** A line of the log that the portal shows. `sequence` grows by one per resource and is never reused. */
export const eventSchema = z.object({
  sequence: z.int().describe('Number of the line, one more than that of the line before.'),
  epoch: z.int().describe('When it happened.'),
  severity: z.enum(['INFO', 'ERROR']).describe('ERROR where something went wrong.'),
  type: z.enum(logTypes).describe('The part of the log it belongs to.'),
  message: z.string().describe('The line.'),
  code: z.string().optional().describe('Which line it is, whatever its words are: certificates.issued.'),
  reason: z.enum(lineReasons).optional().describe('What it tells operators of a deployment, in one word.'),
  fleetChange: fleetChangeSchema.optional().describe('What it says of instances, if anything.'),
  news: z.enum(['crash-loop', 'interrupted']).optional().describe('What people may be told of besides.'),
  outage: z
    .enum(['outage', 'recovered'])
    .optional()
    .describe('The same of an application that is down, or up again, which older releases do not know.'),
  applicationId: z.string().optional().describe('The application that it is about, if it is about one.'),
  processId: z.string().optional().describe('The process of it, if it is about one.'),
  traceId: z.string().optional().describe('Trace of the request that it follows from, 32 digits in hex.'),
})

export type FleetChange = z.infer<typeof fleetChangeSchema>
export type ResourceEvent = z.infer<typeof eventSchema>
