import { expect, it } from 'vitest'
import { buildApplicationSpec } from '../../../tests/builders/environment-parts'
import { describeChanges } from './describe-changes'

it('names what is added, changed and removed, and nothing else', () => {
  const before = ['web', 'api', 'worker'].map((name) => buildApplicationSpec(name))
  const after = [
    buildApplicationSpec('web', { tag: '2' }),
    buildApplicationSpec('api'),
    buildApplicationSpec('cron'),
  ]
  expect(describeChanges(before, after)).toBe(
    'web changes from version 1 to 2, cron is added with version 1, worker is removed',
  )
  const restarted = [{ ...buildApplicationSpec('web'), restartEpoch: 1 }]
  expect(describeChanges([buildApplicationSpec('web')], restarted)).toBe('web is restarted')
  expect(describeChanges(before, before)).toBe('the versions stay as they are')
})
