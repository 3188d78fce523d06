import { describe, expect, it } from 'vitest'
import { sampleColumns, sampleSpec } from '../../../tests/builders/config-samples'
import { buildApplicationSpec } from '../../../tests/builders/environment-parts'
import { configurationDifference } from '../../deployment/difference'
import { withOverride } from '../../deployment/with-override'
import { applicationSpecSchema } from '../../resources/application'
import { applicationOverrideSchema } from '../../resources/environment'
import {
  columnsOfOverride,
  columnsOfSpec,
  configColumnsOf,
  overrideOfColumns,
  specOfColumns,
} from './columns'
import { configEntries, overridable, type ConfigFieldName } from './fields'
import { formRows } from './form-groups'

const shop = { ...buildApplicationSpec('shop'), ...sampleSpec(0) }

/** The shop with another value of one field. */
const changed = (name: ConfigFieldName) => ({ ...shop, [name]: sampleSpec(1)[name] })

it('each field has a name of its own on the wire, and one place in the form', () => {
  expect(new Set(configEntries.map(([, { wire }]) => wire)).size).toBe(configEntries.length)
  expect(formRows.flat().sort()).toEqual(configEntries.map(([name]) => name).sort())
})

describe('a row', () => {
  it.each([0, 1] as const)('is the same after a resource that was made of it (%i)', (which) => {
    const row = configColumnsOf(sampleColumns(which))
    expect(columnsOfSpec(specOfColumns(row))).toEqual(row)
    expect(applicationSpecSchema.parse({ ...shop, ...specOfColumns(row) })).toMatchObject(specOfColumns(row))
  })

  it('of an application that says only what it has to is the same, too', () => {
    const row = { ...sampleColumns(0), registryCredentials: null, runSettings: {}, environmentVariables: {} }
    expect(columnsOfSpec(specOfColumns(row))).toEqual(row)
  })

  it('of an override is the same after a resource that was made of it', () => {
    const override = Object.fromEntries(overridable.map(([name]) => [name, sampleSpec(1)[name]]))
    const row = columnsOfOverride(override)
    expect(overrideOfColumns(row)).toEqual(override)
    expect(applicationOverrideSchema.parse({ applicationId: 'shop', ...override })).toMatchObject(override)
    expect(overrideOfColumns(columnsOfOverride())).toEqual({})
  })
})

describe.each(configEntries)('a change of %s', (name, field) => {
  it('is told among the differences', () => {
    const { facts } = configurationDifference(shop, changed(name), [])
    const told = facts.map(({ fact }) => fact)
    if (field.fact === undefined) expect(told.length).toBeGreaterThan(0)
    else expect(told).toEqual([field.fact])
  })
})

it.each(overridable)('an environment runs by its own %s', (name) => {
  const own = name === 'roles' ? { one: 'arn:own' } : sampleSpec(1)[name]
  const overrides = [{ applicationId: shop.applicationId, [name]: own }]
  expect(withOverride(shop, overrides)).toEqual({ ...shop, [name]: own })
})
