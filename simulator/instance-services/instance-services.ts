import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { processRunnerRoleName } from '../../core/roles/names'
import { readBounded } from '../../core/text/read-bounded'
import { CloudError, type CloudErrorKind } from '../../controller/cloud/cloud'
import type { InstanceState } from '../state'
import type { World } from '../world'
import type { LogStreams } from '../logs/log-streams'
import { answerLogs, logsTargetPrefix, longestLogsRequestBytes } from './answer-logs'
import { answerSecrets, isSecretsTarget } from './answer-secrets'
import { assumeRole } from './assume-role'
import { mintCredentials } from './minted-credentials'

/** Endpoints on an instance: metadata service, STS, CloudWatch Logs, and Secrets Manager with SSM. */
export interface InstanceEndpoints {
  metadataEndpoint: string
  stsEndpoint: string
  logsEndpoint: string
  secretsEndpoint: string
}

/** The services that AWS offers to programs on an instance. */
export interface InstanceServices {
  /** Opens them for an instance that is about to boot, or lives: at the port that it had, if that is free. */
  open(accountNumber: string, instance: InstanceState): Promise<InstanceEndpoints>
  close(instanceId: string): Promise<void>
  closeAll(): Promise<void>
}

const instanceSessionMs = 6 * 3600_000
const longestRequestBytes = 64 * 1024
const credentialsPath = '/latest/meta-data/iam/security-credentials/'

/** Real HTTP on the loopback: one port for each instance, because nothing else tells instances of one machine apart. */
export function createInstanceServices(world: World, logStreams: LogStreams): InstanceServices {
  const servers = new Map<string, Server>()

  async function close(instanceId: string): Promise<void> {
    const server = servers.get(instanceId)
    servers.delete(instanceId)
    if (!server) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }

  return {
    async open(accountNumber, instance) {
      await close(instance.id)
      const server = createServer((request, response) => {
        answer(
          { world, logStreams },
          { accountNumber, instanceId: instance.id, tokens },
          request,
          response,
        ).catch(() => response.destroy())
      })
      const tokens = new Set<string>()
      await listen(server, instance.servicesPort ?? 0).catch(() => listen(server, 0))
      servers.set(instance.id, server)
      instance.servicesPort = (server.address() as AddressInfo).port
      const endpoint = `http://127.0.0.1:${instance.servicesPort}`
      return {
        metadataEndpoint: endpoint,
        stsEndpoint: endpoint,
        logsEndpoint: endpoint,
        secretsEndpoint: endpoint,
      }
    },
    close,
    closeAll: async () => void (await Promise.all([...servers.keys()].map(close))),
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

interface Instance {
  accountNumber: string
  instanceId: string
  /** Of IMDSv2. */
  tokens: Set<string>
}

interface Services {
  world: World
  logStreams: LogStreams
}

/** The metadata service (version 2) as far as instances use it, STS AssumeRole, what writes to CloudWatch Logs, and what reads secrets. */
async function answer(
  { world, logStreams }: Services,
  instance: Instance,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '', headers } = request
  const send = (status: number, body: string, type = 'text/plain') =>
    void response.writeHead(status, { 'Content-Type': type }).end(body)
  const target = String(headers['x-amz-target'] ?? '')
  if (method === 'POST' && target.startsWith(logsTargetPrefix)) {
    const body = await readBounded(request, longestLogsRequestBytes)
    const sessionToken = String(headers['x-amz-security-token'])
    const { status, content } = await answerLogs(world, logStreams, { target, sessionToken, body })
    return send(status, JSON.stringify(content), 'application/x-amz-json-1.1')
  }
  if (method === 'POST' && isSecretsTarget(target)) {
    const body = await readBounded(request, longestRequestBytes)
    const sessionToken = String(headers['x-amz-security-token'])
    const { status, content } = await answerSecrets(world, { target, sessionToken, body })
    return send(status, JSON.stringify(content), 'application/x-amz-json-1.1')
  }
  if (method === 'POST') return answerSts(world, request, send)
  if (method === 'PUT' && url === '/latest/api/token') {
    const token = randomBytes(16).toString('base64url')
    instance.tokens.add(token)
    return send(200, token)
  }
  if (!instance.tokens.has(String(headers['x-aws-ec2-metadata-token']))) return send(401, 'Unauthorized')
  if (method !== 'GET' || !world.state.accounts[instance.accountNumber]?.roles[processRunnerRoleName])
    return send(404, 'Not Found')
  if (url === credentialsPath) return send(200, processRunnerRoleName)
  if (url !== `${credentialsPath}${processRunnerRoleName}`) return send(404, 'Not Found')
  const { accessKeyId, secretAccessKey, sessionToken, expirationEpoch } = mintCredentials(world, {
    accountNumber: instance.accountNumber,
    roleName: processRunnerRoleName,
    expirationEpoch: world.clock.now() + instanceSessionMs,
  })
  await world.save()
  const content = {
    Code: 'Success',
    Type: 'AWS-HMAC',
    AccessKeyId: accessKeyId,
    SecretAccessKey: secretAccessKey,
    Token: sessionToken,
    Expiration: isoOf(expirationEpoch),
  }
  send(200, JSON.stringify(content), 'application/json')
}

const isoOf = (epoch: number) => new Date(epoch).toISOString().replace(/\.\d+Z$/, 'Z')

const errorCodes: Partial<Record<CloudErrorKind, [status: number, code: string]>> = {
  'access-denied': [403, 'AccessDenied'],
  throttled: [400, 'Throttling'],
  invalid: [400, 'ValidationError'],
}

async function answerSts(
  world: World,
  request: IncomingMessage,
  send: (status: number, body: string, type: string) => void,
): Promise<void> {
  const form = new URLSearchParams(await readBounded(request, longestRequestBytes))
  const namespace = 'xmlns="https://sts.amazonaws.com/doc/2011-06-15/"'
  try {
    if (form.get('Action') !== 'AssumeRole') throw new CloudError('invalid', 'There is AssumeRole only.')
    const minted = await assumeRole(world, {
      sessionToken: String(request.headers['x-amz-security-token']),
      roleArn: form.get('RoleArn') ?? '',
      roleSessionName: form.get('RoleSessionName') ?? '',
      durationSeconds: Number(form.get('DurationSeconds') ?? 3600),
    })
    const { accessKeyId, secretAccessKey, sessionToken, expirationEpoch } = minted
    const credentials = `<AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey><SessionToken>${sessionToken}</SessionToken><Expiration>${isoOf(expirationEpoch)}</Expiration>`
    send(
      200,
      `<AssumeRoleResponse ${namespace}><AssumeRoleResult><Credentials>${credentials}</Credentials></AssumeRoleResult></AssumeRoleResponse>`,
      'text/xml',
    )
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    const [status, code] = errorCodes[error.kind] ?? [503, 'ServiceUnavailable']
    const message = error.message.replaceAll(/[<>&]/g, ' ')
    send(
      status,
      `<ErrorResponse ${namespace}><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
      'text/xml',
    )
  }
}
