import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { EnvironmentApplication } from '../../services/environments/environment-views'
import { overridesAtOnce, pageOfOverrides } from './page-of-overrides'

const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}${index}` }) as EnvironmentApplication)

it('each application is on one page, in order, by Next as by Previous', () => {
  fc.assert(
    fc.property(fc.nat(80), fc.nat(80), (deployed, undeployed) => {
      const all = {
        deployedApplications: named('d', deployed),
        undeployedApplications: named('u', undeployed),
      }
      const names: string[] = []
      const cursors: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: ReturnType<typeof pageOfOverrides> = pageOfOverrides(all, cursor)
        const shown = [...page.deployedApplications, ...page.undeployedApplications]
        expect(shown.length).toBeLessThanOrEqual(overridesAtOnce)
        names.push(...shown.map(({ name }) => name))
        if (cursors.length > 0)
          expect(pageOfOverrides(all, page.previousCursor ?? '').nextCursor).toBe(cursor)
        cursors.push(cursor)
        cursor = page.nextCursor
      }
      expect(names).toEqual(
        [...all.deployedApplications, ...all.undeployedApplications].map(({ name }) => name),
      )
    }),
  )
})

it('nonsense leads to the first page', () => {
  const all = { deployedApplications: named('d', 30), undeployedApplications: [] }
  for (const cursor of ['x', '-1', '30', '1e9'])
    expect(pageOfOverrides(all, cursor)).toEqual(pageOfOverrides(all, ''))
})
