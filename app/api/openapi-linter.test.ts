import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { describeOwnApi } from './table'

const rules = {
  // The router knows them apart by their order, and no id is called `token`.
  'no-ambiguous-paths': 'off',
} as const

it('writes an OpenAPI document in which the rules that Redocly recommends find nothing', async () => {
  const config = await createConfig({ extends: ['recommended'], rules })
  const lint = (document: object) => lintFromString({ source: JSON.stringify(document), config })
  const document = describeOwnApi()
  const problems = await lint(document)
  expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([])
  expect(await lint({ ...document, paths: undefined })).not.toEqual([])
})
