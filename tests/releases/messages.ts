import { z } from 'zod'
import {
  agentBootstrapSchema,
  agentReplacementSchema,
  agentStatusSchema,
  desiredProcessesSchema,
} from '../../core/agent/protocol'
import { agentStateSchema } from '../../agent/state/agent-state'

/** What one release writes and another one reads: controllers, agents, and the agent that comes after another on an instance. */
export const messages = {
  'desired processes': desiredProcessesSchema,
  'agent replacement': agentReplacementSchema,
  'agent status': agentStatusSchema,
  'agent bootstrap': agentBootstrapSchema,
  'agent state': agentStateSchema,
} satisfies Record<string, z.ZodType>

export type MessageName = keyof typeof messages
export type JsonSchema = z.core.JSONSchema.JSONSchema

/** The shape of each, as whoever writes it has to write it. */
export const describeMessages = (): Record<MessageName, JsonSchema> =>
  Object.fromEntries(
    Object.entries(messages).map(([name, schema]) => [name, z.toJSONSchema(schema, { io: 'input' })]),
  ) as unknown as Record<MessageName, JsonSchema>
