import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { motoPython } from './moto-python'

const folder = 'controller/cloud/aws'

/** Clients of the SDK by what their models are called. Those of EC2 say nothing of errors. */
const models: Record<string, string> = {
  acm: 'acm',
  'cloudwatch-logs': 'logs',
  'elastic-load-balancing-v2': 'elbv2',
  eventbridge: 'events',
  iam: 'iam',
  'route-53': 'route53',
  sqs: 'sqs',
  ssm: 'ssm',
  sts: 'sts',
}

interface AwaitedCodes {
  file: string
  /** Names of models. */
  services: string[]
  codes: string[]
}

/** The codes of errors that the client of AWS tells apart, by file, where models know errors of all its services. */
export const awaitedCodes = (): AwaitedCodes[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const clients = [...text.matchAll(/'@aws-sdk\/client-([\w-]+)'/g)].map(([, client = '']) => client)
      const calls = [...text.matchAll(/hasCode\(\w+,([^)]*)\)/g)].map(([, list = '']) => list)
      const codes = calls.flatMap((list) => [...list.matchAll(/'([\w.]+)'/g)].map(([, code = '']) => code))
      const services = clients.map((client) => models[client] ?? '')
      return { file, services, codes }
    })
    .filter(({ services, codes }) => codes.length > 0 && services.length > 0 && services.every(Boolean))

/** Those codes that the models of the services do not know, each with its file. */
export async function unknownCodes(awaited: AwaitedCodes[]): Promise<string[]> {
  const python = await motoPython.ensure()
  return awaited.flatMap(({ file, services, codes }) => {
    const { status, stdout, stderr } = spawnSync(python, ['tests/moto/aws_error_codes.py', ...services], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    const known = new Set(stdout.split('\n'))
    return codes.filter((code) => !known.has(code)).map((code) => `${file}: ${code}`)
  })
}
