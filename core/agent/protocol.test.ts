import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildDesiredProcess } from '../../tests/builders/desired-process'
import { agentStatusSchema, desiredProcessesSchema, longestProcessMessage } from './protocol'

type Schema = z.core.JSONSchema.BaseSchema

/** Where a schema lets something through whose size it does not bound. */
function unboundedIn(schema: Schema | boolean | undefined, path = ''): string[] {
  if (schema === undefined || typeof schema === 'boolean') return []
  const own =
    (schema.type === 'string' && !schema.enum && schema.maxLength === undefined) ||
    (schema.type === 'array' && schema.maxItems === undefined) ||
    ((schema.type === 'number' || schema.type === 'integer') && schema.maximum === undefined)
  return [
    ...(own ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, of]) => unboundedIn(of, `${path}.${key}`)),
    ...unboundedIn(schema.items as Schema | undefined, `${path}[]`),
    ...unboundedIn(schema.propertyNames as Schema | undefined, `${path} keys`),
    ...unboundedIn(schema.additionalProperties as Schema | undefined, `${path} values`),
  ]
}

const status = (message: string, count = 1) => ({
  instance: 'instance-1',
  processes: Array.from({ length: count }, (_, index) => ({
    id: `process-${index}`,
    state: 'starting',
    ports: [],
    restarts: 0,
    message,
  })),
})

describe('the agent protocol', () => {
  it.each([
    ['desired list', desiredProcessesSchema],
    ['status', agentStatusSchema],
  ])('bounds every field of the %s', (_name, schema) => {
    expect(unboundedIn(z.toJSONSchema(schema))).toEqual([])
  })

  it('takes a message as long as agents send, and none longer', () => {
    expect(agentStatusSchema.safeParse(status('x'.repeat(longestProcessMessage))).success).toBe(true)
    expect(agentStatusSchema.safeParse(status('x'.repeat(longestProcessMessage + 1))).success).toBe(false)
  })

  it('takes no list without end', () => {
    expect(agentStatusSchema.safeParse(status('', 4001)).success).toBe(false)
    expect(
      desiredProcessesSchema.safeParse({ processes: Array(4001).fill(buildDesiredProcess()) }).success,
    ).toBe(false)
    const roles = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`role${index}`, 'arn']))
    expect(desiredProcessesSchema.safeParse({ processes: [buildDesiredProcess({ roles })] }).success).toBe(
      false,
    )
    const environment = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`V${index}`, '']))
    expect(
      desiredProcessesSchema.safeParse({ processes: [buildDesiredProcess({ environment })] }).success,
    ).toBe(false)
  })
})
