import { describe, expect, it } from 'vitest'
import { cutFacts, longestFacts } from './cut-facts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe('the facts of an audit entry', () => {
  it('stay as they are where they are not long', () => {
    const facts = { name: 'Shop', numProcesses: 2, ports: [{ port: 8080 }], removedAt: null }
    expect(cutFacts(facts)).toBe(facts)
  })

  it('are never longer than what is kept, whatever they are made of', () => {
    const names = Array.from({ length: 2000 }, (_, index) => `VARIABLE_${index}`)
    const worst = {
      texts: '\u0001'.repeat(20_000),
      characters: '🚀"'.repeat(20_000),
      list: names,
      longItems: names.map((name) => name.repeat(100)),
      map: Object.fromEntries(names.map((name) => [name, 'x'])),
      nested: { a: { b: names } },
    }
    expect(bytesOf(cutFacts(worst))).toBeLessThanOrEqual(longestFacts)
    for (const [name, value] of Object.entries(worst)) {
      const cut = cutFacts({ [name]: value, id: 7 })
      expect(bytesOf(cut), name).toBeLessThanOrEqual(longestFacts)
      expect(cut['id']).toBe(7)
    }
    const many = Object.fromEntries(names.slice(0, 60).map((name) => [name, 'é'.repeat(500)]))
    expect(bytesOf(cutFacts(many))).toBeLessThanOrEqual(longestFacts)
  })

  it('say what was left out, and keep the first of what there was', () => {
    const names = Array.from({ length: 500 }, (_, index) => `VARIABLE_${index}`)
    const { addedVariables } = cutFacts({ addedVariables: names }) as { addedVariables: string[] }
    expect(addedVariables[0]).toBe('VARIABLE_0')
    expect(addedVariables.at(-1)).toBe(`… and ${500 - addedVariables.length + 1} more`)
    expect(cutFacts({ roles: Object.fromEntries(names.map((name) => [name, name])) })['roles']).toMatchObject(
      {
        VARIABLE_0: 'VARIABLE_0',
        '…': expect.stringMatching(/^… and \d+ more$/) as string,
      },
    )
    expect(cutFacts({ message: 'word '.repeat(2000) })['message']).toMatch(/^word word .*…$/)
  })

  it('are never cut inside a character, which the database would refuse', () => {
    for (const lead of ['', 'a', 'ab']) {
      const { text } = cutFacts({ text: lead + '🚀'.repeat(5000) }) as { text: string }
      expect(text).not.toMatch(/\p{Surrogate}/u)
    }
  })
})
