import { spawnSync } from 'node:child_process'
import { EC2Client } from '@aws-sdk/client-ec2'
import { motoPython } from './moto-python'

interface RequestOfSdk {
  /** As its client is called: `EC2`. */
  service: string
  operation: string
  input: object
}

interface Sender {
  send(this: object, command: { input: object }, ...rest: unknown[]): unknown
}

/** Keeps every request that any client of the SDK makes in this process from now on. */
export function recordRequests(): RequestOfSdk[] {
  const requests: RequestOfSdk[] = []
  const common = Object.getPrototypeOf(EC2Client.prototype) as Sender
  const { send } = common
  common.send = function (command, ...rest) {
    const service = this.constructor.name.replace(/Client$/, '')
    const operation = command.constructor.name.replace(/Command$/, '')
    requests.push({ service, operation, input: structuredClone(command.input) })
    return send.call(this, command, ...rest)
  }
  return requests
}

/** What AWS's own models, as botocore has them, say against the requests, each once. */
export async function faultsByModels(requests: RequestOfSdk[]): Promise<string[]> {
  const python = await motoPython.ensure()
  const lines = requests.map((request) => JSON.stringify(request, bytesAsBase64)).join('\n')
  const { status, stdout, stderr } = spawnSync(python, ['tests/moto/aws_models.py'], {
    input: lines,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout.split('\n').filter(Boolean)
}

const bytesAsBase64 = (_key: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
