import { expect, it } from 'vitest'
import { buildApplicationSpec } from '../../tests/builders/environment-parts'
import { changesBetween } from './changes-between'

it('adds, changes and removes what differs, and says nothing of what is the same', () => {
  const [shop, mail, search] = ['shop', 'mail', 'search'].map((id) => buildApplicationSpec(id))
  const newer = buildApplicationSpec('mail', { tag: '2' })
  if (!shop || !mail || !search) throw new Error('There are three.')
  expect(changesBetween([shop, mail], [shop, newer, search])).toEqual([
    { type: 'change', applicationId: 'mail', versionId: newer.versionId },
    { type: 'add', applicationId: 'search', versionId: search.versionId },
  ])
  expect(changesBetween([shop, mail], [shop])).toEqual([{ type: 'remove', applicationId: 'mail' }])
})
