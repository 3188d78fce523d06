import { expect, it } from 'vitest'
import { deploymentSentence } from './deployment-sentence'

const shop = { applicationId: '1', applicationName: 'shop' }

it.each([
  ['Add shop Release 1', { type: 'add', versionName: 'Release 1' }],
  ['Change shop from 1 to 2', { type: 'change', versionName: '2', previousVersionName: '1' }],
  ['Deploy shop 2 again', { type: 'change', versionName: '2', previousVersionName: '2' }],
  ['Remove shop', { type: 'remove', previousVersionName: '1' }],
] as const)('a deployment is called %s', (sentence, change) => {
  expect(deploymentSentence([{ ...shop, ...change }])).toBe(sentence)
})

it('several changes are told one after the other', () => {
  const changes = [
    { ...shop, type: 'add' as const, versionName: '1' },
    { applicationId: '2', applicationName: 'api', type: 'remove' as const },
  ]
  expect(deploymentSentence(changes)).toBe('Add shop 1, Remove api')
})
