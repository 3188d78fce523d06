import { describe, expect, it } from 'vitest'
import { describeApi } from './openapi'
import { apiAreas, apiTable } from './table'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  parameters: { name: string; in: string; schema: unknown }[]
  security: Record<string, unknown>[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<
    string,
    { description: string; content: Record<string, { schema: Record<string, unknown> }> }
  >
}

const schemaWords = [
  ...[
    'type',
    'enum',
    'const',
    'anyOf',
    'items',
    'required',
    'additionalProperties',
    'propertyNames',
    'format',
  ],
  ...['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'minItems', 'maxItems'],
  ...['minProperties', 'maxProperties', 'description', 'default'],
]

const { paths } = describeApi(apiAreas)
const operations = apiTable.map((call) => ({
  call,
  operation: paths[call.path]?.[call.method.toLowerCase()] as Operation,
}))

describe('the OpenAPI document', () => {
  it('describes every call, itself included, under an id of its own', () => {
    expect(operations.every(({ call, operation }) => operation.summary === call.summary)).toBe(true)
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(apiTable.length)
    expect(paths).toHaveProperty(['/v1/openapi.json', 'get'])
  })

  it('names every parameter of a path', () => {
    for (const { call, operation } of operations) {
      const named = operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => `{${name}}`)
      expect(named).toEqual(call.path.match(/\{\w+\}/g) ?? [])
    }
  })

  it('asks for a session exactly where a call is not public', () => {
    for (const { call, operation } of operations)
      expect(operation.security.length === 0).toBe(call.access === 'public')
  })

  it('has a schema for every answer', () => {
    for (const { call, operation } of operations) {
      const schema = operation.responses['200']?.content[call.mediaType ?? 'application/json']?.schema ?? {}
      expect(Object.keys(schema).length).toBeGreaterThan(0)
    }
  })

  it('declares every tag once, with what it is about, and gives each call one of them', () => {
    const { tags } = describeApi(apiAreas)
    const names = tags.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const tag of tags) expect(tag.description).toMatch(/^[A-Z].*\.$/)
    for (const { operation } of operations) {
      expect(operation.tags).toHaveLength(1)
      expect(names).toContain(operation.tags[0])
    }
  })

  it('refers to nothing that it does not have', () => {
    const document = describeApi(apiAreas)
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    )
    expect(references.length).toBeGreaterThan(0)
    for (const path of references) expect(document).toHaveProperty(path.split('/'))
    const ways = operations.flatMap(({ operation }) => operation.security.flatMap((way) => Object.keys(way)))
    expect([...new Set(ways)].sort()).toEqual(Object.keys(document.components.securitySchemes).sort())
  })

  it('describes every answer, and a refusal of every call', () => {
    for (const { operation } of operations) {
      expect(Object.values(operation.responses).every(({ description }) => /\w/.test(description))).toBe(true)
      expect(Object.keys(operation.responses).some((status) => Number(status) >= 400)).toBe(true)
    }
  })

  it('gives every parameter and body a schema in the words of JSON Schema 2020-12', () => {
    const words = new Set<string>()
    const collect = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      const { properties = {}, ...others } = schema as { properties?: Record<string, unknown> }
      const ours = Object.entries(others).filter(([word]) => !word.startsWith('x-'))
      for (const [word] of ours) words.add(word)
      for (const each of [...Object.values(properties), ...ours.flatMap(([, value]) => value)]) collect(each)
    }
    for (const { operation } of operations) {
      for (const { schema } of operation.parameters) collect(schema)
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) collect(schema)
      for (const { content } of Object.values(operation.responses))
        for (const { schema } of Object.values(content)) collect(schema)
    }
    words.delete('$ref')
    expect([...words].filter((word) => !schemaWords.includes(word))).toEqual([])
  })

  it('is plain JSON', () => {
    const document = describeApi(apiAreas)
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })
})

describe('the table', () => {
  it('has no two calls for one method and path', () => {
    const keys = apiTable.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('spells every path without a trailing slash, under /v1', () => {
    for (const { path } of apiTable) expect(path).toMatch(/^\/v1(\/[\w.{}-]+)+$/)
  })
})
