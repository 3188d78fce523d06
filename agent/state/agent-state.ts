import { z } from 'zod'
import { desiredProcessSchema } from '../../core/agent/protocol'

const keptProcessSchema = z.object({
  definition: desiredProcessSchema,
  /** By which its container asks whether to stop: it cannot be told another one. */
  stopToken: z.string().min(1),
  restarts: z.int().min(0),
  /** When its image was there. */
  pulledEpoch: z.int().min(0).optional(),
  /** When its container was first healthy, if it was. */
  healthyEpoch: z.int().min(0).optional(),
  isStopping: z.boolean(),
})

const port = z.int().min(1).max(65_535)

/** Where containers were told to ask whether to stop and for credentials, ours and those of AWS SDKs. */
const keptPortsSchema = z.object({ stop: port, credentials: port, sdk: port.optional() })

/** What an agent must know of the one before it to carry on with its containers. It holds secrets. */
export const agentStateSchema = z.object({
  ports: keptPortsSchema.optional(),
  processes: z.array(keptProcessSchema),
})

export type KeptPorts = z.infer<typeof keptPortsSchema>
export type KeptProcess = z.infer<typeof keptProcessSchema>
export type AgentState = z.infer<typeof agentStateSchema>

/** Where the state is kept between one agent and the next. */
export interface StateKeeper {
  /** Gives the state of the agent before; empty for the first one, and when it cannot be read. */
  read(): AgentState
  /** Is kept when it returns. */
  write(state: AgentState): void
}

export const emptyState: AgentState = { processes: [] }

/** For containers that end with their agent: there is nothing to carry on with. */
export const keepNothing: StateKeeper = { read: () => emptyState, write: () => undefined }
