import { ACMClient } from '@aws-sdk/client-acm'
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs'
import { EC2Client } from '@aws-sdk/client-ec2'
import { ElasticLoadBalancingV2Client } from '@aws-sdk/client-elastic-load-balancing-v2'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { IAMClient } from '@aws-sdk/client-iam'
import { Route53Client } from '@aws-sdk/client-route-53'
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas'
import { SQSClient } from '@aws-sdk/client-sqs'
import { SSMClient } from '@aws-sdk/client-ssm'
import { STSClient } from '@aws-sdk/client-sts'
import { ProxyAgent } from '../../../core/outgoing/proxy-agent'
import type { ProxyRule } from '../../../core/outgoing/proxy-rule'
import { toCloudError } from './aws-errors'
import type { CallObserver } from '../cloud'
import { boundAnswers } from './bounded-answers'
import { observeCalls } from './observe-calls'
import { idsMarkedBy, stringsIn, type RecentlyMade } from './recently-made'

/** Clients of the regional services, in the name of one role. */
export interface AwsClients {
  acm: ACMClient
  cloudWatch: CloudWatchClient
  ec2: EC2Client
  elb: ElasticLoadBalancingV2Client
  eventBridge: EventBridgeClient
  iam: IAMClient
  route53: Route53Client
  logs: CloudWatchLogsClient
  serviceQuotas: ServiceQuotasClient
  sqs: SQSClient
  ssm: SSMClient
}

export type AwsCredentials = NonNullable<ConstructorParameters<typeof STSClient>[0]>['credentials']

export interface AwsConnection {
  region: string
  /** Another place than AWS itself, for tests. */
  endpoint?: string
  /** How long AWS may take to begin an answer, and again to end it; for tests. */
  answerMilliseconds?: number
  /** Hears of every call. */
  observe?: CallObserver
  /** Learns what was made, and tells refusals that pass by themselves from others. */
  recentlyMade?: RecentlyMade
  /** By which proxy AWS is reached; directly where it is left out. */
  proxyRule?: ProxyRule
  /** Whom AWS is trusted by, in place of the usual authorities; for tests. */
  ca?: string
}

/** The queue repeats a reconcile that fails, so a call need not be stubborn. */
const maxAttempts = 3
/** To one service of AWS. */
const mostConnections = 2000
const defaultAnswerMilliseconds = 30_000

/** A connection that hangs must not hold up a reconcile. Without being told to throw the SDK only warns of it. */
const requestHandler = (
  answerMilliseconds: number,
  { proxyRule = () => undefined, ca }: Pick<AwsConnection, 'proxyRule' | 'ca'>,
) => ({
  connectionTimeout: 5_000,
  requestTimeout: answerMilliseconds,
  throwOnRequestTimeout: true,
  socketTimeout: answerMilliseconds,
  // Each account with Spot instances holds a call to SQS open; the SDK's 50 would keep the others waiting.
  httpAgent: { maxSockets: mostConnections },
  httpsAgent: new ProxyAgent(proxyRule, { keepAlive: true, maxSockets: mostConnections, ca }),
})

export const createStsClient = (
  {
    answerMilliseconds = defaultAnswerMilliseconds,
    observe,
    recentlyMade: _,
    proxyRule,
    ca,
    ...place
  }: AwsConnection,
  credentials?: AwsCredentials,
): STSClient =>
  guard(
    new STSClient({
      ...place,
      credentials,
      maxAttempts,
      requestHandler: requestHandler(answerMilliseconds, { proxyRule, ca }),
    }),
    { answerMilliseconds, observe },
  )

/** `denied` hears of every refusal: credentials may have died with their role, and new ones may work. */
export function createAwsClients(
  { answerMilliseconds = defaultAnswerMilliseconds, observe, recentlyMade, region, endpoint }: AwsConnection,
  credentials: AwsCredentials,
  sts: STSClient,
  denied: () => void,
): AwsClients {
  // One pool of connections for all: sessions come and go.
  const config = { region, endpoint, credentials, maxAttempts, requestHandler: sts.config.requestHandler }
  const guarded = <Client extends Guardable>(client: Client) =>
    guard(client, { answerMilliseconds, observe, recentlyMade, denied })
  return {
    acm: guarded(new ACMClient(config)),
    cloudWatch: guarded(new CloudWatchClient(config)),
    ec2: guarded(new EC2Client(config)),
    elb: guarded(new ElasticLoadBalancingV2Client(config)),
    eventBridge: guarded(new EventBridgeClient(config)),
    iam: guarded(new IAMClient(config)),
    route53: guarded(new Route53Client(config)),
    logs: guarded(new CloudWatchLogsClient(config)),
    serviceQuotas: guarded(new ServiceQuotasClient(config)),
    sqs: guarded(new SQSClient({ ...config, useQueueUrlAsEndpoint: endpoint === undefined })),
    ssm: guarded(new SSMClient(config)),
  }
}

type Translation = <Args extends { input: unknown }, Result extends { output: unknown }>(
  next: (args: Args) => Promise<Result>,
  context: { commandName?: string },
) => (args: Args) => Promise<Result>

interface Translatable {
  middlewareStack: { add(translation: Translation, options: typeof outermost): void }
}
type Guardable = Translatable & Parameters<typeof boundAnswers>[0] & Parameters<typeof observeCalls>[0]

const outermost = { step: 'initialize', priority: 'high', name: 'translateErrors' } as const

/** Makes a client reject with CloudErrors only, also where an answer is more than can be read. */
function guard<Client extends Guardable>(
  client: Client,
  {
    answerMilliseconds,
    observe,
    recentlyMade,
    denied,
  }: Pick<AwsConnection, 'observe' | 'recentlyMade'> & { answerMilliseconds: number; denied?: () => void },
): Client {
  if (observe) observeCalls(client, observe)
  boundAnswers(client, answerMilliseconds).middlewareStack.add(
    (next, context) => async (args) => {
      try {
        const result = await next(args)
        const operation = (context.commandName ?? '').replace(/Command$/, '')
        recentlyMade?.note(idsMarkedBy(operation, { input: args.input, output: result.output }))
        return result
      } catch (failure) {
        const error = toCloudError(failure)
        if (error.kind === 'access-denied') denied?.()
        throw recentlyMade?.explain(error, stringsIn(args.input)) ?? error
      }
    },
    outermost,
  )
  return client
}
