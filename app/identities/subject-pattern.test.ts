import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPatternFault, matchesSubject } from './subject-pattern'

const trusted = (pattern: string, subject: string) =>
  findPatternFault(pattern, 'repo:') === undefined && matchesSubject(pattern, subject)

const main = 'repo:acme/shop:ref:refs/heads/main'

describe('a pattern of subjects', () => {
  it.each([
    [main, true],
    ['repo:acme/shop:ref:refs/heads/*', true],
    ['repo:acme/shop:ref:*', true],
    ['repo:acme/shop:*:*', true],
    ['repo:acme/*:ref:refs/heads/main', true],
    ['repo:acme/s*p:ref:refs/*/m*n', true],
    ['repo:acme/shop:*', false],
    ['repo:acme/*', false],
    ['repo:acme/shop:ref:refs/heads/main*x', false],
    ['repo:acme/shop', false],
    ['repo:Acme/shop:ref:refs/heads/main', false],
    ['repo:acme/shop:ref:refs/heads/mainmain', false],
    ['repo:acme/shop:ref:refs/heads/mai*ain', false],
    ['repo:acme/shop:environment:*', false],
    ['repo:acme@12/shop@34:ref:refs/heads/main', false],
  ])('%s means main: %s', (pattern, isMeant) => {
    expect(trusted(pattern, main)).toBe(isMeant)
  })

  it.each([
    '*',
    '*:*',
    'repo:*',
    'repo:*/*:*:*',
    'repo:*/shop:ref:x',
    'repo:ac*/shop:ref:x',
    'repo:/shop:ref:x',
    're*:acme/shop:x',
  ])('is none without the owner: %s', (pattern) => expect(findPatternFault(pattern)).toContain('owner'))

  it.each(['', ' ', 'repo:acme/a b:ref:x', 'repo:acme/shop\n:ref:x', 'organization:acme:pipeline:shop'])(
    'is none that cannot be a subject of the issuer: %j',
    (pattern) => expect(findPatternFault(pattern, 'repo:')).toMatch(/^Subject /),
  )

  it('fits what Buildkite and GitLab say, and immutable names of GitHub', () => {
    const pairs = [
      [
        'organization:acme:pipeline:shop:ref:refs/heads/main:commit:*:step:*',
        'organization:acme:pipeline:shop:ref:refs/heads/main:commit:75:step:',
      ],
      [
        'project_path:acme/web/*:ref_type:branch:ref:main',
        'project_path:acme/web/shop:ref_type:branch:ref:main',
      ],
      ['repo:acme@12/shop@*:environment:production', 'repo:acme@12/shop@34:environment:production'],
    ] as const
    for (const [pattern, subject] of pairs) {
      expect(findPatternFault(pattern)).toBe(undefined)
      expect(matchesSubject(pattern, subject)).toBe(true)
    }
  })

  // Few letters, so that parts often nearly fit.
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 6 })
  const text = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(':'))
  const subject = text.map((each) => each.replaceAll('*', 'b'))

  it('means exactly what the expression with [^:]* for each * means, whatever it is', () => {
    fc.assert(
      fc.property(text, subject, (pattern, subject) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '[^:]*')}$`)
        expect(matchesSubject(pattern, subject)).toBe(expression.test(subject))
      }),
      { numRuns: 2_000 },
    )
  })

  it('that is taken means no subject of another owner or kind, whatever it is', () => {
    const ownerOf = (subject: string) => {
      const [kind, second] = subject.split(':')
      return second === undefined ? kind?.split('/')[0] : `${kind}:${second.split('/')[0]}`
    }
    fc.assert(
      fc.property(text, subject, (pattern, subject) => {
        if (findPatternFault(pattern) === undefined && matchesSubject(pattern, subject))
          expect(ownerOf(subject)).toBe(ownerOf(pattern))
      }),
      { numRuns: 2_000 },
    )
  })
})
