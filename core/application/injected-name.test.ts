import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { injectedName, urlVariable, variablePart } from './environment-variables'

/** As applications may be called. */
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_ ]{0,8}$/)
const port = fc.integer({ min: 1, max: 65_535 })

describe('what processes are told of a name', () => {
  it('has no blanks, and is a name that a variable may have', () => {
    fc.assert(
      fc.property(name, port, (text, number) => {
        expect(injectedName(text)).toMatch(/^\w+$/)
        expect(urlVariable(text, number)).toMatch(/^SDO_URL_[A-Z0-9_]+_\d+$/)
      }),
    )
  })

  it('is the variable of one port alone, unless two applications share their part of it', () => {
    fc.assert(
      fc.property(name, port, name, port, (one, onePort, other, otherPort) => {
        const isOne = urlVariable(one, onePort) === urlVariable(other, otherPort)
        expect(isOne).toBe(variablePart(one) === variablePart(other) && onePort === otherPort)
      }),
    )
    expect(urlVariable('A B', 8080)).toBe(urlVariable('a_b', 8080))
  })
})
