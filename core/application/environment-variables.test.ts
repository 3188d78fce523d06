import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  overriddenVariables,
  sizeOfVariables,
  tooManyVariables,
  variableNameFault,
} from './environment-variables'

const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`V${index}`, '']))

describe('the name of a variable', () => {
  it.each(['A', '_', 'a1', 'LOG_LEVEL', '_x9', 'AWS_REGION', 'sdo_mine', 'constructor'])(
    'can be %s',
    (name) => expect(variableNameFault(name)).toBeUndefined(),
  )

  it.each([
    ['', 'needs a name'],
    ['1A', 'must start with'],
    ['A-B', 'must start with'],
    ['A B', 'must start with'],
    ['A=B', 'must start with'],
    ['Ä', 'must start with'],
    ['__proto__', 'must start with'],
    ['A'.repeat(201), 'at most 200 characters'],
    ['SDO_STOP_URL', 'is set by SDO. Use another name that does not start with SDO_.'],
    ['SDO_ANYTHING', 'is set by SDO'],
    ['AWS_CONTAINER_AUTHORIZATION_TOKEN', 'is set by SDO. Use another name.'],
  ])('can not be %j', (name, words) => expect(variableNameFault(name)).toContain(words))

  it('is one that a shell takes', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        if (variableNameFault(name) === undefined) expect(name).toMatch(/^[A-Za-z_]\w*$/)
      }),
    )
  })
})

describe('variables and secrets of a process', () => {
  it('are a hundred together at most', () => {
    expect(tooManyVariables({ environmentVariables: names(60), secrets: { S: 'arn' } })).toBeUndefined()
    expect(tooManyVariables({ environmentVariables: names(100), secrets: {} })).toBeUndefined()
    expect(tooManyVariables({ environmentVariables: names(100), secrets: { S: 'arn' } })?.text).toContain(
      'at most 100',
    )
  })

  it('have 64 KB together at most, as bytes', () => {
    const of = (value: string) => ({ environmentVariables: { A: value, B: value }, secrets: {} })
    expect(tooManyVariables(of('x'.repeat(32_767)))).toBeUndefined()
    expect(tooManyVariables(of('x'.repeat(32_768)))?.text).toContain(
      '64 KB together, names included. These have 65 KB',
    )
    expect(tooManyVariables(of('é'.repeat(16_384)))?.text).toContain('64 KB')
    expect(sizeOfVariables({ environmentVariables: { A: 'é' }, secrets: { B: 'arn' } })).toBe(7)
  })
})

describe('variables that an environment has of its own', () => {
  const map = fc.dictionary(fc.constantFrom('A', 'B', 'C', 'D'), fc.constantFrom('1', '2', '3'))
  const split = fc.tuple(map, map).map(([environmentVariables, all]) => ({
    environmentVariables,
    secrets: Object.fromEntries(Object.entries(all).filter(([name]) => !(name in environmentVariables))),
  }))

  it('win over the defaults, whichever of the two is a secret, and leave all others', () => {
    fc.assert(
      fc.property(split, split, (defaults, overrides) => {
        const both = overriddenVariables(defaults, overrides)
        for (const name of ['A', 'B', 'C', 'D']) {
          const isOwn = name in overrides.environmentVariables || name in overrides.secrets
          const expected = isOwn ? overrides : defaults
          expect(both.environmentVariables[name]).toBe(expected.environmentVariables[name])
          expect(both.secrets[name]).toBe(expected.secrets[name])
        }
      }),
    )
  })
})
