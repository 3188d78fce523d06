import { z } from 'zod'

/**
 * What controller and agent say to each other. The controller owns the desired list, the agent owns what became of
 * it; both messages carry the whole state, so a lost or repeated one does no harm.
 *
 *   PUT /v1/processes  DesiredProcesses -> AgentStatus   (idempotent)
 *   GET /v1/status                      -> AgentStatus
 *
 * The connection is TLS with a pre-shared key of the instance, which proves each side to the other.
 */

/** One container to keep running. Leaving a process out of the list asks for its graceful stop. */
export const desiredProcessSchema = z.object({
  id: z.string().min(1),
  applicationId: z.string().min(1),
  applicationName: z.string().min(1),
  versionName: z.string().min(1),
  image: z.string().min(1),
  tag: z.string().min(1),
  cpu: z.number().positive(),
  memoryMb: z.number().positive(),
  ports: z.array(z.int().min(1).max(65535)),
  /** Injected as they are, beside what the agent adds itself (stop and credentials addresses). */
  environment: z.record(z.string(), z.string()),
})

export const desiredProcessesSchema = z.object({ processes: z.array(desiredProcessSchema) })

export const processStates = [
  'pulling',
  'starting',
  'healthy',
  'unhealthy',
  'restarting',
  'stopping',
] as const

export const agentProcessSchema = z.object({
  id: z.string(),
  state: z.enum(processStates),
  /** Container port to the port it is reached by on the instance. Empty until the container runs. */
  ports: z.array(z.object({ port: z.int(), hostPort: z.int() })),
  /** When the current container was started; absent while pulling. */
  startedEpoch: z.int().optional(),
  /** When it was first healthy since it was started. */
  healthyEpoch: z.int().optional(),
  restarts: z.int(),
  /** Why it is not healthy, for people. */
  message: z.string().optional(),
})

export const agentStatusSchema = z.object({
  /** The client token of the agent's instance. */
  instance: z.string(),
  processes: z.array(agentProcessSchema),
})

/** What an instance is told at its first boot (user data in AWS, a private file in the simulated account). */
export const agentBootstrapSchema = z.object({
  instance: z.string().min(1),
  /** Pre-shared key, base64. */
  key: z.string().min(1),
  listenHost: z.string(),
  /** 0 lets the system choose. */
  listenPort: z.int(),
  runtime: z.enum(['process', 'docker']),
})

/** The port agents listen on in AWS; reachable from the provider's network only. */
export const agentControlPort = 49152

export type DesiredProcess = z.infer<typeof desiredProcessSchema>
export type DesiredProcesses = z.infer<typeof desiredProcessesSchema>
export type AgentProcess = z.infer<typeof agentProcessSchema>
export type AgentStatus = z.infer<typeof agentStatusSchema>
export type AgentBootstrap = z.infer<typeof agentBootstrapSchema>
