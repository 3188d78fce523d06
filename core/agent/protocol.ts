import { z } from 'zod'
import { imageDigestSchema, registryCredentialsSchema, secretReferenceSchema } from '../resources/application'
import { containerSchema, healthCheckSchema } from '../resources/run-settings'
import { longest, most } from '../text/longest'

/**
 * Messages between controller and agent. The controller owns the desired list, the agent owns what became of
 * it; both messages carry the whole state, so a lost or repeated one does no harm.
 *
 *   PUT /v1/processes  DesiredProcesses -> AgentStatus   (idempotent)
 *   GET /v1/status                      -> AgentStatus
 *   PUT /v1/release    AgentReplacement -> AgentStatus   (idempotent)
 *   PUT /v1/key        AgentKey -> AgentStatus           (idempotent; agents of older releases do not know it)
 *   POST /v1/digests   ImageQuestions   -> ImageDigests  (asks registries, changes nothing)
 *   GET /v1/usage?after=EPOCH           -> AgentUsage    (minutes since one; agents of older releases do not know it)
 *
 * The connection is TLS with a pre-shared key of the instance, which proves each side to the other.
 */

/** Neither side takes more from the other than these. */
const id = z.string().min(1).max(200)
const name = z.string().min(1).max(2000)
const count = z.int().min(0)
const port = z.int().min(1).max(65535)
const mostProcesses = 4000
const mostPorts = 100
/** The longest message for people, in characters. The agent cuts longer ones. */
export const longestProcessMessage = 500
/** The most that is told of what a process printed last: lines, characters of each, and characters of all. The agent cuts longer ones. */
export const mostOutputLines = 100
export const longestOutputLine = 500
export const longestOutput = 16_000

/** A process to keep running. Leaving a process out of the list asks for its graceful stop. */
export const desiredProcessSchema = z.object({
  id,
  applicationId: id,
  applicationName: name,
  versionName: name,
  image: name,
  tag: name,
  /** Digest that the tag meant when the version was first pulled; absent, whatever it means now. */
  digest: imageDigestSchema.optional(),
  cpu: z.number().positive().max(10_000),
  memoryMb: z.number().positive().max(100_000_000),
  ports: z.array(port).max(mostPorts),
  /** Injected as they are, beside what the agent adds itself (stop and credentials addresses): what the application has, and what SDO tells it. */
  environment: z
    .record(z.string().max(200), z.string().max(32_768))
    .refine((variables) => Object.keys(variables).length <= 200, 'must have at most 200 variables'),
  /** The group of CloudWatch Logs that its output goes to, in a stream of its own; absent, it stays on the instance. */
  logGroup: z
    .string()
    .max(512)
    .regex(/^[\w./#-]+$/)
    .optional(),
  /** Role key to the ARN of a role whose credentials the process may have. */
  roles: z
    .record(z.string().max(longest.roleKey), z.string().max(longest.roleArn))
    .refine((roles) => Object.keys(roles).length <= most.roles, `must have at most ${most.roles} roles`)
    .default({}),
  /** Name of a variable to the ARN of the secret with its value, which the agent reads itself at each start. */
  secrets: z
    .record(z.string().max(longest.variableName), secretReferenceSchema)
    .refine(
      (secrets) => Object.keys(secrets).length <= most.variables,
      `must have at most ${most.variables} secrets`,
    )
    .default({}),
  /** Trace of the request that asked for it, for the agent's log. */
  traceId: z
    .string()
    .max(32)
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  /** ARN of the secret with the login for the image's registry, which the agent reads itself. */
  registryCredentials: registryCredentialsSchema.optional(),
  /** How it is asked whether it is well, and how its container is run and ended, where that is not as by default. */
  healthCheck: healthCheckSchema.optional(),
  container: containerSchema.optional(),
})

export const desiredProcessesSchema = z.object({
  processes: z.array(desiredProcessSchema).max(mostProcesses),
})

const processStates = ['pulling', 'starting', 'healthy', 'unhealthy', 'restarting', 'stopping'] as const

const agentProcessSchema = z.object({
  id,
  state: z.enum(processStates),
  /** Container port to the port it is reached by on the instance. Empty until the container runs. */
  ports: z.array(z.object({ port, hostPort: port })).max(mostPorts),
  /** Epoch at which its image was there. */
  pulledEpoch: count.optional(),
  /** Epoch at which the current container was started; absent while pulling. */
  startedEpoch: count.optional(),
  /** Epoch at which it was first healthy since it was started. */
  healthyEpoch: count.optional(),
  /** How long the answer took by which it was healthy then, of several ports the slowest; absent where nobody had to be asked. */
  healthMilliseconds: count.optional(),
  restarts: count,
  /** How many of its programs were killed because memory ran out, in this container and those before it; absent for none. */
  memoryKills: count.optional(),
  /** How often its container ended as a whole because memory ran out: these are among `restarts`; absent for none. */
  memoryEnds: count.optional(),
  /** Cores that it used on the average of the last 24 hours; absent until its container has run for so long. */
  cpuUsed: z.number().min(0).max(10_000).optional(),
  /** Whether it asked its stop endpoint lately: then it gets ten minutes to end by itself. */
  isPollingStop: z.boolean().optional(),
  /** Why it is not healthy, for people. */
  message: z.string().max(longestProcessMessage).optional(),
  /** The digest of the image that was pulled, where the runtime knows it. */
  digest: imageDigestSchema.optional(),
  /** Its last lines, with secrets of its environment masked; only while it is not healthy. */
  output: z.array(z.string().max(longestOutputLine)).max(mostOutputLines).optional(),
  /** Why its output does not reach CloudWatch Logs, for people. */
  outputFault: z.string().max(longestProcessMessage).optional(),
})

/** Notices of the metadata service about a Spot instance's end, epochs in milliseconds; empty while there is none. */
const spotNoticesSchema = z.object({
  takenBackEpoch: count.optional(),
  /** Epoch at which AWS said that the instance is likelier than others to be taken back. */
  rebalanceEpoch: count.optional(),
})

/** An address that is signed with a session of single sign-on is long. */
export const longestReleaseUrl = 4096

/** The bundle of an agent. */
const agentReleaseSchema = z.object({
  /** A .tar.gz with `agent.js` and `node` at its top. */
  url: z.url({ protocol: /^https?$/ }).max(longestReleaseUrl),
  /** The SHA-256 of the bundle, in hex: nothing else is unpacked. It names the release. */
  sha256: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{64}$/),
})

/** Asks an agent to give way to another release. */
export const agentReplacementSchema = agentReleaseSchema.extend({
  /** Number of the attempt; the same one is not tried twice. */
  attempt: count,
})

/** The key of the instance from now on: connections by the one before end, and no new one is taken. */
export const agentKeySchema = z.object({
  /** 32 bytes in base64. */
  key: z
    .string()
    .max(44)
    .regex(/^[\w+/]{43}=$/),
})

/** The agent's release, where it can give way to another. */
const runningReleaseSchema = z.object({
  sha256: agentReleaseSchema.shape.sha256,
  /** The attempt that failed last, and why. */
  refused: z.object({ attempt: count, message: z.string().max(longestProcessMessage) }).optional(),
})

const mostImages = 200

/** Images whose tags may move: what does each mean now? */
export const imageQuestionsSchema = z.object({
  images: z
    .array(z.object({ image: name, tag: name, registryCredentials: registryCredentialsSchema.optional() }))
    .max(mostImages),
})

/** The answers, in the order of the questions. */
export const imageDigestsSchema = z.object({
  /** The client token of the agent's instance. */
  instance: id,
  images: z
    .array(
      z.object({
        digest: imageDigestSchema.optional(),
        /** Why there is none, for people, without a full stop. */
        message: z.string().max(longestProcessMessage).optional(),
      }),
    )
    .max(mostImages),
})

/** Epochs of the boot, by the clock of the instance; those that the agent cannot know are absent. */
const bootTimesSchema = z.object({
  kernelEpoch: count.optional(),
  dockerEpoch: count.optional(),
  agentEpoch: count,
})

export const agentStatusSchema = z.object({
  /** The client token of the agent's instance. */
  instance: id,
  processes: z.array(agentProcessSchema).max(mostProcesses),
  spot: spotNoticesSchema.optional(),
  release: runningReleaseSchema.optional(),
  boot: bootTimesSchema.optional(),
  /**
   * Bytes that CloudWatch Logs took in from the instance since its boot, with what AWS counts for each line, those of processes that are gone
   * too; absent where nobody can tell.
   */
  logBytes: count.optional(),
})

/** An id as SDO gives them: Postgres, to which it goes with those of other agents, takes no NUL. */
const writtenId = id.regex(/^[\w-]+$/)

/** What a process used in a minute, on the average and at most, of four looks. */
const processUsageSchema = z.object({
  id: writtenId,
  applicationId: writtenId,
  cores: z.number().min(0).max(10_000),
  mostCores: z.number().min(0).max(10_000),
  /** Share of the minute in which its limit of CPU held it back; absent where nobody can tell. */
  throttled: z.number().min(0).max(1).optional(),
  /** The working set, in MB; absent where nobody can tell. */
  memoryMb: count.max(100_000_000).optional(),
  mostMemoryMb: count.max(100_000_000).optional(),
})

const usageMinuteSchema = z.object({
  /** Its beginning, by the clock of the instance. */
  epoch: count,
  processes: z.array(processUsageSchema).max(mostProcesses),
})

export const agentUsageSchema = z.object({
  /** The client token of the agent's instance. */
  instance: id,
  /** Oldest first; there may be more after the last one. */
  minutes: z.array(usageMinuteSchema).max(100),
})

/** Bootstrap of an instance for its first boot (user data in AWS, a private file in the simulated account). */
export const agentBootstrapSchema = z.object({
  instance: z.string().min(1),
  /** Pre-shared key, base64. */
  key: z.string().min(1),
  listenHost: z.string(),
  /** 0 lets the system choose. */
  listenPort: z.int(),
  runtime: z.enum(['process', 'docker']),
  /** How Docker is used, where it is not the instance's own. */
  docker: z
    .object({
      /** Path of the socket it listens on, `/var/run/docker.sock` unless told. */
      socketPath: z.string().min(1).max(1000).optional(),
      /** Or where it listens for HTTP. */
      host: z.string().min(1).max(300).optional(),
      port: z.int().min(1).max(65_535).optional(),
      /** An image that is there already is taken as it is, without asking its registry: for images built on this machine. */
      prefersLocalImages: z.boolean().optional(),
      /** Not to touch the machine's firewall: it is not ours. */
      leavesFirewall: z.boolean().optional(),
      /** Docker does not have the credentials of the instance: the agent sends what containers print. */
      lacksCredentials: z.boolean().optional(),
      /** The sample's image is made here when it is asked for. */
      makesSample: z.boolean().optional(),
    })
    .optional(),
  /** Endpoint of the instance's metadata service, if not AWS's own. */
  metadataEndpoint: z
    .url({ protocol: /^http$/ })
    .max(200)
    .optional(),
  /** Endpoint of STS, if not AWS's own. */
  stsEndpoint: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .optional(),
  /** Endpoint of Secrets Manager and SSM, if not AWS's own. */
  secretsEndpoint: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .optional(),
  /** Endpoint of CloudWatch Logs, if not AWS's own. */
  logsEndpoint: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .optional(),
})

/** The port agents listen on in AWS; reachable from the provider's network only. */
export const agentControlPort = 49152

export type DesiredProcess = z.infer<typeof desiredProcessSchema>
export type DesiredProcesses = z.infer<typeof desiredProcessesSchema>
export type AgentProcess = z.infer<typeof agentProcessSchema>
export type SpotNotices = z.infer<typeof spotNoticesSchema>
export type AgentRelease = z.infer<typeof agentReleaseSchema>
export type AgentReplacement = z.infer<typeof agentReplacementSchema>
export type BootTimes = z.infer<typeof bootTimesSchema>
export type ImageQuestions = z.infer<typeof imageQuestionsSchema>
export type ImageDigests = z.infer<typeof imageDigestsSchema>
export type RunningRelease = z.infer<typeof runningReleaseSchema>
export type ProcessUsage = z.infer<typeof processUsageSchema>
export type UsageMinute = z.infer<typeof usageMinuteSchema>
export type AgentUsage = z.infer<typeof agentUsageSchema>

/** What the processes of an instance used in a minute, as it is kept. */
export interface InstanceMinute extends UsageMinute {
  environmentId: string
  clientToken: string
}
export type AgentStatus = z.infer<typeof agentStatusSchema>
export type AgentBootstrap = z.infer<typeof agentBootstrapSchema>
