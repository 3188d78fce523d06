import { expect, it } from 'vitest'
import { summarizePromotion } from './summarize-promotion'

const application = { applicationName: 'shop', versionName: '2' }
const same = { ...application, presentVersionName: '2', isPresent: true }
/** Another version of the same name. */
const changed = { ...application, presentVersionName: '2', isPresent: false }
const added = { ...application, isPresent: false }

it('counts what is added, changed and removed, and leaves out what is not', () => {
  expect(
    summarizePromotion({
      applications: [same, changed, changed, added],
      applicationsToRemove: [application],
    }),
  ).toBe('adds 1, changes 2, removes 1')
  expect(summarizePromotion({ applications: [added], applicationsToRemove: [] })).toBe('adds 1')
})

it('says that nothing changes', () => {
  expect(summarizePromotion({ applications: [same], applicationsToRemove: [] })).toBe('has the same versions')
})
