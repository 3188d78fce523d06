import { z } from 'zod'
import { desiredProcessSchema } from '../../core/agent/protocol'

const keptProcessSchema = z.object({
  definition: desiredProcessSchema,
  /** Token by which its container asks whether to stop: it cannot be told another one. */
  stopToken: z.string().min(1),
  restarts: z.int().min(0),
  /** Programs killed for memory in the containers before the present one. */
  memoryKills: z.int().min(0).optional(),
  /** How often a container ended as a whole for memory. */
  memoryEnds: z.int().min(0).optional(),
  /** Epoch at which its image was there. */
  pulledEpoch: z.int().min(0).optional(),
  /** Epoch at which its container was first healthy, if it was. */
  healthyEpoch: z.int().min(0).optional(),
  /** How long it took to answer then. */
  healthMilliseconds: z.int().min(0).optional(),
  isStopping: z.boolean(),
})

const port = z.int().min(1).max(65_535)

/** Ports that containers know: of the stop endpoint, and of both credentials endpoints, ours and that of AWS SDKs. */
const keptPortsSchema = z.object({ stop: port, credentials: port, sdk: port.optional() })

/** The state by which an agent carries on with the containers of the one before it. It holds secrets. */
export const agentStateSchema = z.object({
  ports: keptPortsSchema.optional(),
  processes: z.array(keptProcessSchema),
  /** All bytes that CloudWatch Logs took in until a time. */
  logs: z.object({ bytes: z.number().min(0), epoch: z.int().min(0) }).optional(),
})

export type KeptPorts = z.infer<typeof keptPortsSchema>
export type KeptProcess = z.infer<typeof keptProcessSchema>
export type AgentState = z.infer<typeof agentStateSchema>

/** Keeps the state between one agent and the next. */
export interface StateKeeper {
  /** Gives the state of the agent before; empty for the first one, and when it cannot be read. */
  read(): AgentState
  /** Is kept when it returns. */
  write(state: AgentState): void
}

export const emptyState: AgentState = { processes: [] }

/** For containers that end with their agent: there is nothing to carry on with. */
export const keepNothing: StateKeeper = { read: () => emptyState, write: () => undefined }
