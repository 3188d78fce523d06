import { expect, it } from 'vitest'
import { deploymentSentence } from './deployment-sentence'

const shop = { applicationId: '1', applicationName: 'shop' }

it.each([
  ['Add shop Release 1', { type: 'add', versionName: 'Release 1' }],
  ['Change shop from 1 to 2', { type: 'change', versionName: '2', previousVersionName: '1' }],
  ['Deploy shop 2 again', { type: 'change', versionName: '2', previousVersionName: '2' }],
  ['Remove shop', { type: 'remove', previousVersionName: '1' }],
] as const)('a deployment is called %s', (sentence, change) => {
  expect(deploymentSentence({ changes: [{ ...shop, ...change }] })).toBe(sentence)
})

it('several changes are told one after the other', () => {
  const changes = [
    { ...shop, type: 'add' as const, versionName: '1' },
    { applicationId: '2', applicationName: 'api', type: 'remove' as const },
  ]
  expect(deploymentSentence({ changes })).toBe('Add shop 1, Remove api')
})

it('many changes are counted after the first five', () => {
  const changes = Array.from({ length: 50 }, (_, index) => ({
    applicationId: String(index),
    applicationName: `app${index}`,
    type: 'remove' as const,
  }))
  expect(deploymentSentence({ changes })).toBe(
    'Remove app0, Remove app1, Remove app2, Remove app3, Remove app4 and 45 more',
  )
})

it('a promotion names its source, and what it made of the target', () => {
  const same = { ...shop, type: 'change' as const, versionName: '1', previousVersionName: '1' }
  const added = { applicationId: '2', applicationName: 'api', type: 'add' as const, versionName: '3' }
  const neverThere = { applicationId: '3', applicationName: 'job', type: 'remove' as const }
  const promotion = { changes: [same, added, neverThere], promotedFrom: 'Staging' }
  expect(deploymentSentence(promotion)).toBe('Promote Staging: Add api 3')
  expect(deploymentSentence({ changes: [same], promotedFrom: 'Staging' })).toBe(
    'Promote Staging: the same versions again',
  )
})
