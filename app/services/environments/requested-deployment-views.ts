import { z } from 'zod'
import { deploymentStates } from '../../../core/resources/wire-states'

const deploymentStatuses = Object.keys(deploymentStates) as (keyof typeof deploymentStates)[]

/** A deployment for the automation that asked for it: enough to wait for it and to say what became of it. */
export const requestedDeploymentSchema = z.object({
  id: z.string(),
  environmentId: z.string(),
  environmentName: z.string(),
  sequence: z.int(),
  status: z.enum(deploymentStatuses),
  /** Whether nothing more will come of it: it is live, was, or never will be. */
  isOver: z.boolean(),
  /** Present step, or the reason of the failure. */
  message: z.string(),
  /** Address of its page in the portal. */
  page: z.string(),
  /** Changes by name. */
  changes: z.array(
    z.object({
      applicationName: z.string(),
      type: z.enum(['add', 'change', 'remove']),
      versionName: z.string().optional(),
      previousVersionName: z.string().optional(),
      /** Names of the differences besides the version, without values. */
      facts: z.array(z.string()),
    }),
  ),
  /** Addresses of the applications that it brings. */
  urls: z.array(z.string()),
  /** Of names of the customer's, those with a star; absent for none. */
  wildcards: z.array(z.string()).optional(),
  /** Names of the customer's that do not lead to them, because somebody else's records have them, each with what is there and what to do. */
  unansweredNames: z.array(z.object({ name: z.string(), message: z.string() })),
  /** USD, of all that the environment has at the moment, before traffic and logs. */
  costPerHour: z.number(),
  /** Present while it is live and SDO undoes it where it gets unhealthy: for how long still. */
  watchSecondsLeft: z.int().optional(),
  /** The deployment that undoes it, once SDO asked for that, and why. */
  undoneBy: z.object({ sequence: z.int(), reason: z.string() }).optional(),
})
export type RequestedDeployment = z.infer<typeof requestedDeploymentSchema>
