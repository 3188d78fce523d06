import type { STSClientConfig } from '@aws-sdk/client-sts'
import { fromInstanceMetadata } from '@smithy/credential-provider-imds'

/** How the agent asks AWS: in the name of its instance unless other `credentials` are given, and not for long. */
export const awsClientOptions = (credentials?: STSClientConfig['credentials']) => ({
  credentials: credentials ?? fromInstanceMetadata({ ec2MetadataV1Disabled: true, maxRetries: 3 }),
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true },
})
