import type { STSClientConfig } from '@aws-sdk/client-sts'
import { fromInstanceMetadata } from '@smithy/credential-provider-imds'

/** How the agent asks AWS: in the name of its instance unless other `credentials` are given, and not for long. */
export function awsClientOptions(credentials?: STSClientConfig['credentials'], metadataEndpoint?: string) {
  // The SDK can be told in this way only.
  if (metadataEndpoint) process.env.AWS_EC2_METADATA_SERVICE_ENDPOINT = metadataEndpoint
  return {
    credentials: credentials ?? fromInstanceMetadata({ ec2MetadataV1Disabled: true, maxRetries: 3 }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  }
}
