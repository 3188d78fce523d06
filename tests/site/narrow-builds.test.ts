import { describe, expect, it } from 'vitest'
import { buildApp } from '../builders/app-build'
import { narrowBuilds } from '../../app/http/server/narrow-builds'

const build = buildApp()
const builds = narrowBuilds(build)

const routesAt = (path: string) => Object.keys(builds.get(path)?.routes ?? {})

describe('the build for an address', () => {
  it('has the page and what is around it, and the same in what it tells browsers', () => {
    expect(routesAt('/portal/audit-log')).toEqual(['root', 'routes/portal', 'routes/portal.audit-log'])
    expect(Object.keys(builds.get('/portal/audit-log')?.assets.routes ?? {})).toEqual(
      routesAt('/portal/audit-log'),
    )
  })

  it('is that of the index where a layout has one', () => {
    expect(routesAt('/')).toEqual(['root', 'routes/_index'])
    expect(routesAt('/login')).toEqual(['root', 'routes/login', 'routes/login._index'])
  })

  it('is not made for what matches more than one address', () => {
    expect([...builds.keys()].filter((path) => path.includes('*'))).toEqual([])
    expect([...builds.values()].some(({ routes }) => 'routes/$' in routes)).toBe(false)
  })
})
