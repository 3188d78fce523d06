import { describe, expect, it } from 'vitest'
import { describeApi } from './openapi'
import { apiTable } from './table'

interface Operation {
  operationId: string
  summary: string
  parameters: { name: string; in: string }[]
  security?: unknown[]
  responses: Record<string, { content: Record<string, { schema: Record<string, unknown> }> }>
}

const { paths } = describeApi(apiTable)
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
      expect(operation.security === undefined).toBe(call.access === 'public')
  })

  it('has a schema for every answer', () => {
    for (const { call, operation } of operations) {
      const schema = operation.responses['200']?.content[call.mediaType ?? 'application/json']?.schema ?? {}
      expect(Object.keys(schema).length).toBeGreaterThan(0)
    }
  })

  it('is plain JSON', () => {
    const document = describeApi(apiTable)
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
