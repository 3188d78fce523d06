import type { JsonSchema } from './open-api-document'

/** Stands for an id of the reader's own. */
const exampleId = '00000000-0000-4000-8000-000000000000'

/** Values by the name of their field, which say more than any text of the right length. */
const byName: Record<string, unknown> = {
  accountNumber: '111122223333',
  applicationName: 'Shop',
  authenticationToken: '123456',
  autoDeploy: true,
  cpuCount: 0.25,
  currentPassword: 'the-old-password',
  dockerBaseUrl: 'nginx',
  dockerImageTag: '1.4.2',
  email: 'ada@example.com',
  forgetToken: 'the-token-of-the-mail',
  forgotToken: 'the-token-of-the-mail',
  integrationToken: 'the-integration-token',
  memoryMb: 512,
  message: 'How do I rotate a token?',
  name: 'Shop',
  newPassword: 'correct-horse-battery',
  numProcesses: 2,
  password: 'correct-horse-battery',
  port: 8080,
  subdomain: 'shop',
  versionName: '1.4.2',
  zoneName: 'example.com',
}

/** What is not required and still belongs in an example, because the call is about it. */
const shownAnyway = new Set([
  'applicationVersionIdToDeploy',
  'autoDeploy',
  'email',
  'password',
  'versionName',
])

/** A value that `schema` takes, with what a reader would send. */
export function exampleValue(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return exampleValue(schema.anyOf[0], name)
  if (schema.type === 'object') return exampleObject(schema)
  if (schema.type === 'array') return []
  if (Object.hasOwn(byName, name)) return byName[name]
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1)
  return /id$/i.test(name)
    ? exampleId
    : `the-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function exampleObject({ properties = {}, required = [] }: JsonSchema): unknown {
  const shown = Object.entries(properties).filter(
    ([name]) => required.includes(name) || shownAnyway.has(name),
  )
  // Where nothing is required, one field shows what a change looks like.
  const fields = shown.length > 0 ? shown : Object.entries(properties).slice(0, 1)
  return Object.fromEntries(fields.map(([name, property]) => [name, exampleValue(property, name)]))
}
