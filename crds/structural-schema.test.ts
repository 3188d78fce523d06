import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { kinds, type Kind } from '../core/resources/kinds'
import { buildCustomResourceDefinition } from './custom-resource-definition'
import { toStructuralSchema } from './structural-schema'

describe('toStructuralSchema', () => {
  it('says a positive number the way Kubernetes does', () => {
    expect(toStructuralSchema(z.number().positive())).toEqual({
      type: 'number',
      minimum: 0,
      exclusiveMinimum: true,
    })
  })

  it('leaves out the bounds that only JavaScript has', () => {
    expect(toStructuralSchema(z.int())).toEqual({ type: 'integer' })
    expect(toStructuralSchema(z.int().min(1))).toEqual({ type: 'integer', minimum: 1 })
  })

  it('says a record as additional properties', () => {
    expect(toStructuralSchema(z.record(z.string(), z.string().min(1)))).toEqual({
      type: 'object',
      additionalProperties: { type: 'string', minLength: 1 },
    })
  })

  it('repeats a schema that is used twice instead of referring to it', () => {
    const port = z.object({ port: z.int() })
    const schema = toStructuralSchema(z.object({ from: port, to: port }))
    expect(schema.properties?.from).toEqual(schema.properties?.to)
    expect(schema.properties?.to?.properties?.port).toEqual({ type: 'integer' })
  })

  it('refuses what it cannot say', () => {
    expect(() => toStructuralSchema(z.union([z.string(), z.number()]))).toThrow('anyOf')
  })
})

describe('buildCustomResourceDefinition', () => {
  it.each(Object.keys(kinds) as Kind[])('describes every field of %s with a type and a sentence', (kind) => {
    const [version] = buildCustomResourceDefinition(kind).spec.versions
    const schema = version?.schema.openAPIV3Schema
    if (!schema) throw new Error(`${kind} has no schema.`)
    const untyped: string[] = []
    const undescribed: string[] = []
    const walk = (node: unknown, path: string) => {
      const field = node as ReturnType<typeof toStructuralSchema>
      if (!field.type) untyped.push(path)
      for (const [name, property] of Object.entries(field.properties ?? {})) {
        if (!property.description?.endsWith('.')) undescribed.push(`${path}.${name}`)
        walk(property, `${path}.${name}`)
      }
      if (field.items) walk(field.items, `${path}[]`)
      if (field.additionalProperties) walk(field.additionalProperties, `${path}{}`)
    }
    walk({ ...schema, properties: { spec: schema.properties.spec, status: schema.properties.status } }, kind)
    expect(untyped).toEqual([])
    expect(undescribed).toEqual([])
    expect(schema.description).toMatch(/\.$/)
    expect(schema.properties.spec.required).not.toEqual([])
  })
})
