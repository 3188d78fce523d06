import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAwsCloud } from '../../controller/cloud/aws/aws-cloud'
import { silentLogger } from '../../core/logging/logger'

/** What AWS answers to one call of its query protocol. */
export interface FakeAnswer {
  status?: number
  body: string
}

export interface FakeAws {
  endpoint: string
  /** The parameters of every call so far, in order. */
  calls: URLSearchParams[]
  close(): Promise<void>
}

/** A server that answers calls of EC2's and STS's query protocol as a test says, by the call's `Action`. */
export async function startFakeAws(
  answer: (action: string, parameters: URLSearchParams) => FakeAnswer,
): Promise<FakeAws> {
  const calls: URLSearchParams[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const parameters = new URLSearchParams(body)
      calls.push(parameters)
      const { status = 200, body: answered } = answer(parameters.get('Action') ?? '', parameters)
      response.writeHead(status, { 'content-type': 'text/xml' }).end(answered)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A refusal as EC2 words it. */
export const ec2Refusal = (code: string, status = 400): FakeAnswer => ({
  status,
  body: `<Response><Errors><Error><Code>${code}</Code><Message>No.</Message></Error></Errors><RequestID>r-1</RequestID></Response>`,
})

/** A refusal as STS words it. */
export const stsRefusal = (code: string, status = 403): FakeAnswer => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>No.</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`,
})

export const assumedRole = (expires: Date): FakeAnswer => ({
  body: `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>AKIA</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken><Expiration>${expires.toISOString()}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
})

/** What STS says of whoever asks. */
export const callerIdentity = (accountNumber: string): FakeAnswer => ({
  body: `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::${accountNumber}:user/sdo</Arn><UserId>AIDA</UserId><Account>${accountNumber}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
})

/** The cloud whose calls a fake AWS answers. */
export const cloudAt = (
  { endpoint }: Pick<FakeAws, 'endpoint'>,
  changes: Partial<Parameters<typeof createAwsCloud>[0]> = {},
) =>
  createAwsCloud({
    endpoint,
    credentials: { accessKeyId: 'platform', secretAccessKey: 'secret' },
    agentRelease: { agentBundleUrl: 'https://example.com/agent.tar.gz', agentBundleSha256: 'ab'.repeat(32) },
    log: silentLogger,
    ...changes,
  })
