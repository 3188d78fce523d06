import { EC2Client } from '@aws-sdk/client-ec2'
import { ElasticLoadBalancingV2Client } from '@aws-sdk/client-elastic-load-balancing-v2'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { IAMClient } from '@aws-sdk/client-iam'
import { SQSClient } from '@aws-sdk/client-sqs'
import { SSMClient } from '@aws-sdk/client-ssm'
import { STSClient } from '@aws-sdk/client-sts'
import { toCloudError } from './aws-errors'

/** What reaches the regional services in the name of one role. */
export interface AwsClients {
  ec2: EC2Client
  elb: ElasticLoadBalancingV2Client
  eventBridge: EventBridgeClient
  iam: IAMClient
  sqs: SQSClient
  ssm: SSMClient
}

export type AwsCredentials = NonNullable<ConstructorParameters<typeof STSClient>[0]>['credentials']

export interface AwsConnection {
  region: string
  /** Another place than AWS itself, for tests. */
  endpoint?: string
}

/** The queue repeats a reconcile that fails, so a call need not be stubborn. */
const maxAttempts = 3
/** A connection that hangs must not hold up a reconcile: milliseconds. */
const requestHandler = { connectionTimeout: 5_000, requestTimeout: 30_000 }

export const createStsClient = (connection: AwsConnection, credentials?: AwsCredentials): STSClient =>
  translateErrors(new STSClient({ ...connection, credentials, maxAttempts, requestHandler }))

/** `denied` hears of every refusal: credentials may have died with their role, and new ones may work. */
export function createAwsClients(
  connection: AwsConnection,
  credentials: AwsCredentials,
  sts: STSClient,
  denied: () => void,
): AwsClients {
  // One pool of connections for all: sessions come and go.
  const config = { ...connection, credentials, maxAttempts, requestHandler: sts.config.requestHandler }
  return {
    ec2: translateErrors(new EC2Client(config), denied),
    elb: translateErrors(new ElasticLoadBalancingV2Client(config), denied),
    eventBridge: translateErrors(new EventBridgeClient(config), denied),
    iam: translateErrors(new IAMClient(config), denied),
    sqs: translateErrors(
      new SQSClient({ ...config, useQueueUrlAsEndpoint: connection.endpoint === undefined }),
      denied,
    ),
    ssm: translateErrors(new SSMClient(config), denied),
  }
}

type Translation = <Args, Result>(next: (args: Args) => Promise<Result>) => (args: Args) => Promise<Result>

interface Translatable {
  middlewareStack: { add(translation: Translation, options: typeof outermost): void }
}

const outermost = { step: 'initialize', priority: 'high', name: 'translateErrors' } as const

/** Makes a client reject with CloudErrors only. */
function translateErrors<Client extends Translatable>(client: Client, denied?: () => void): Client {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (failure) {
        const error = toCloudError(failure)
        if (error.kind === 'access-denied') denied?.()
        throw error
      }
    },
    outermost,
  )
  return client
}
