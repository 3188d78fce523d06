import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges, versionsAfter } from './apply-changes'
import type { DeploymentChange } from './deployment-state'
import type { ApplicationSpec } from '../resources/application'

const buildSpec = (applicationId: string, versionId: string, cpu = 1): ApplicationSpec => ({
  applicationId,
  name: applicationId,
  versionId,
  versionName: versionId,
  image: 'sdo/sample',
  tag: '1',
  cpu,
  memoryMb: 300,
  count: 1,
  maxSpotPercentage: 100,
  ports: [],
  roles: {},
})
/** What is configured now differs from what was deployed, so that one can tell them apart. */
const lookup = (applicationId: string, versionId: string) => buildSpec(applicationId, versionId, 2)

const applicationId = fc.constantFrom('api', 'shop', 'worker')
const versionId = fc.constantFrom('v1', 'v2', 'v3')
const live = fc
  .uniqueArray(applicationId)
  .chain((ids) => fc.tuple(...ids.map((id) => versionId.map((version) => buildSpec(id, version)))))
const change: fc.Arbitrary<DeploymentChange> = fc.oneof(
  fc.record({ type: fc.constantFrom('add' as const, 'change' as const), applicationId, versionId }),
  fc.record({ type: fc.constant('remove' as const), applicationId }),
)
const changes = fc.array(change)

describe('applyChanges', () => {
  it('keeps the approved bytes and the last restart of a version that runs, and of no other', () => {
    const kept = { digest: `sha256:${'a'.repeat(64)}`, restartEpoch: 1 }
    const running = [{ ...buildSpec('shop', 'v1'), ...kept }]
    const after = (versionId: string) =>
      applyChanges(running, [{ type: 'change', applicationId: 'shop', versionId }], lookup)[0]
    expect(after('v1')).toMatchObject({ cpu: 2, ...kept })
    expect(after('v2')).toEqual(lookup('shop', 'v2'))
  })

  it('does the last thing that was asked for each application', () => {
    fc.assert(
      fc.property(live, changes, (before, asked) => {
        const after = new Map(applyChanges(before, asked, lookup).map((spec) => [spec.applicationId, spec]))
        for (const id of ['api', 'shop', 'worker']) {
          const last = asked.findLast((one) => one.applicationId === id)
          if (!last) expect(after.get(id)).toEqual(before.find((spec) => spec.applicationId === id))
          else if (last.versionId === undefined) expect(after.has(id)).toBe(false)
          else expect(after.get(id)).toEqual(lookup(id, last.versionId))
        }
      }),
    )
  })

  it('gives the same when applied again, and when applied in two parts', () => {
    fc.assert(
      fc.property(live, changes, changes, (before, first, second) => {
        const after = applyChanges(before, [...first, ...second], lookup)
        expect(applyChanges(applyChanges(before, first, lookup), second, lookup)).toEqual(after)
        expect(applyChanges(after, [...first, ...second], lookup)).toEqual(after)
      }),
    )
  })

  it('never has an application twice, and leaves what it was given as it is', () => {
    fc.assert(
      fc.property(live, changes, (before, asked) => {
        const copy = structuredClone(before)
        const ids = applyChanges(before, asked, lookup).map((spec) => spec.applicationId)
        expect(new Set(ids).size).toBe(ids.length)
        expect(before).toEqual(copy)
      }),
    )
  })

  it('agrees with versionsAfter', () => {
    fc.assert(
      fc.property(live, changes, (before, asked) => {
        const versions = new Map(before.map((spec) => [spec.applicationId, spec.versionId]))
        const after = applyChanges(before, asked, lookup)
        expect(versionsAfter(versions, asked)).toEqual(
          new Map(after.map((spec) => [spec.applicationId, spec.versionId])),
        )
      }),
    )
  })

  it('refuses a version that is gone', () => {
    const asked: DeploymentChange[] = [{ type: 'add', applicationId: 'api', versionId: 'v1' }]
    expect(() => applyChanges([], asked, () => undefined)).toThrow('no longer exists')
  })
})
