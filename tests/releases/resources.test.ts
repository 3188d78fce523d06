import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anyOfShape } from './any-message'
import { declaredRules } from './declared'
import type { JsonSchema } from './messages'
import { describeResources, rulesOf, type ResourcePart } from './resources'

const previous = JSON.parse(
  readFileSync(join(import.meta.dirname, 'previous/resources.json'), 'utf8'),
) as Record<ResourcePart, JsonSchema>
const present = describeResources()

/** What a reader with the schema `reader` has against anything that a writer with `writer` may write. */
function misunderstood(writer: JsonSchema, reader: JsonSchema): string | undefined {
  const schema = z.fromJSONSchema(reader as never)
  const { failed, errorInstance } = fc.check(
    fc.property(anyOfShape(writer), (written) => {
      schema.parse(JSON.parse(JSON.stringify(written)))
    }),
    { numRuns: 100 },
  )
  return failed ? String(errorInstance) : undefined
}

describe.each(Object.keys(previous) as ResourcePart[])('the %s', (part) => {
  it('that a mirror or controller of the release before writes is one that this release takes, and carries on with', () => {
    expect(misunderstood(previous[part], present[part])).toBeUndefined()
  })

  it('that this release writes is one that the release before carries on with after a rollback', () => {
    expect(misunderstood(present[part], previous[part])).toBeUndefined()
  })

  it('has to keep no rule that the release before does not know', () => {
    const known = rulesOf(previous[part], part)
    const found = rulesOf(present[part], part).filter((rule) => !known.includes(rule))
    expect(found.filter((rule) => !(rule in declaredRules))).toEqual([])
  })
})

it('every rule that is declared is one that resources have', () => {
  const found = Object.entries(present).flatMap(([part, schema]) => rulesOf(schema, part))
  expect(Object.keys(declaredRules).filter((rule) => !found.includes(rule))).toEqual([])
})

describe('a change of a resource', () => {
  type Change = (status: { required: string[]; properties: Record<string, JsonSchema> }) => void
  const changed = (change: Change): JsonSchema => {
    const copy = structuredClone(previous['Environment status'])
    change(copy as Parameters<Change>[0])
    return copy
  }
  const before = previous['Environment status']

  it.each<[string, Change]>([
    [
      'a field that has to be there',
      ({ required, properties }) => {
        properties.risk = { type: 'integer' }
        required.push('risk')
      },
    ],
    ['another type', ({ properties }) => (properties.message = { type: 'integer' })],
    ['a phase that goes', ({ properties }) => (properties.phase as { enum: string[] }).enum.pop()],
  ])('that the release before cannot live up to is found: %s', (_, change) => {
    expect(misunderstood(before, changed(change))).toBeDefined()
  })

  it.each<[string, Change]>([
    [
      'a phase that it does not know',
      ({ properties }) => (properties.phase as { enum: string[] }).enum.push('Odd'),
    ],
    ['a field that may be left out', ({ required }) => required.splice(required.indexOf('phase'), 1)],
  ])('that the release before cannot read is found: %s', (_, change) => {
    expect(misunderstood(changed(change), before)).toBeDefined()
  })

  it('that only adds is none', () => {
    const added = changed(({ properties }) => (properties.risk = { type: 'integer' }))
    expect(misunderstood(before, added)).toBeUndefined()
    expect(misunderstood(added, before)).toBeUndefined()
  })

  it('that adds a rule is found', () => {
    const ruled = changed(
      ({ properties }) =>
        (properties.message = { ...properties.message, 'x-kubernetes-validations': [{ rule: 'x' }] }),
    )
    expect(rulesOf(ruled, 'status')).toContain('status.message: x-kubernetes-validations {"rule":"x"}')
  })
})
