import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EnvironmentStatus } from '../../../core/resources/environment'
import { digestOf, forgetDigests, learnDigest } from './image-digests'

const version = (tag: string) => ({ applicationId: 'web', image: 'team/web', tag })
const digest = (digit: string) => `sha256:${digit.repeat(64)}`
const empty = (): Pick<EnvironmentStatus, 'imageDigests'> => ({})

describe('the bytes of a version', () => {
  it('are those that were pulled first, whatever agents report later', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('1', '2'), fc.constantFrom('a', 'b', undefined))),
        (reports) => {
          const status = empty()
          for (const [tag, digit] of reports)
            learnDigest(status, version(tag), { digest: digit && digest(digit) })
          for (const tag of ['1', '2']) {
            const first = reports.find(([reported, digit]) => reported === tag && digit)?.[1]
            expect(digestOf(status, version(tag))).toBe(first && digest(first))
          }
        },
      ),
    )
  })

  it('are those that were approved, whatever was pulled before', () => {
    const status = empty()
    learnDigest(status, version('1'), { digest: digest('a') })
    expect(digestOf(status, { ...version('1'), digest: digest('b') })).toBe(digest('b'))
  })

  it('are news once', () => {
    const status = empty()
    expect(learnDigest(status, version('1'), { digest: digest('a') })).toBe(true)
    expect(learnDigest(status, version('1'), { digest: digest('a') })).toBe(false)
  })

  it('are forgotten with the version', () => {
    const status = empty()
    learnDigest(status, version('1'), { digest: digest('a') })
    learnDigest(status, version('2'), { digest: digest('b') })
    forgetDigests(status, [version('2')])
    expect(digestOf(status, version('1'))).toBeUndefined()
    expect(digestOf(status, version('2'))).toBe(digest('b'))
  })
})
