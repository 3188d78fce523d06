import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { EnvironmentApplication } from '../../services/environments/environment-views'
import { overridesAtOnce, pageOfOverrides } from './page-of-overrides'

/** Applications of which each is as long as one of `lengths`. */
const named = (prefix: string, lengths: number[]) =>
  lengths.map((length, index) => ({ name: `${prefix}${index}`.padEnd(length) }) as EnvironmentApplication)
const anyLengths = fc.array(fc.constantFrom(10, 10, 10, 10, 30_000, 90_000, 200_000), { maxLength: 60 })

it('each application is on one page, in order, by Next as by Previous, and no page is too long', () => {
  fc.assert(
    fc.property(anyLengths, anyLengths, (deployed, undeployed) => {
      const all = {
        deployedApplications: named('d', deployed),
        undeployedApplications: named('u', undeployed),
      }
      const names: string[] = []
      let before: string | null = null
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: ReturnType<typeof pageOfOverrides> = pageOfOverrides(all, cursor)
        const shown = [...page.deployedApplications, ...page.undeployedApplications]
        expect(shown.length).toBeLessThanOrEqual(overridesAtOnce)
        if (shown.length > 1) expect(JSON.stringify(shown).length).toBeLessThanOrEqual(101_000)
        if (before !== null) expect(page.previousCursor).toBe(before || '0')
        names.push(...shown.map(({ name }) => name))
        before = cursor
        cursor = page.nextCursor
      }
      expect(names).toEqual(
        [...all.deployedApplications, ...all.undeployedApplications].map(({ name }) => name),
      )
    }),
  )
})

it('nonsense leads to the first page', () => {
  const all = { deployedApplications: named('d', Array<number>(30).fill(10)), undeployedApplications: [] }
  for (const cursor of ['x', '-1', '30', '1e9'])
    expect(pageOfOverrides(all, cursor)).toEqual(pageOfOverrides(all, ''))
})
