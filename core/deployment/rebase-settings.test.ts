import { expect, it } from 'vitest'
import { rebaseSettings } from './rebase-settings'

const none = { spotStrategy: 'ALL' as const, overrides: [] }
const shop = { applicationId: 'b', count: 2 }
const api = { applicationId: 'a', count: 3 }

it('a change of settings keeps what others changed meanwhile', () => {
  expect(
    rebaseSettings({
      from: { ...none, overrides: [shop] },
      wanted: { ...none, overrides: [{ ...shop, count: 4 }] },
      onto: { spotStrategy: 'NONE', overrides: [shop, api] },
    }),
  ).toEqual({ spotStrategy: 'NONE', overrides: [api, { ...shop, count: 4 }] })
})

it('a change of settings takes away what it took away, and sets what it set', () => {
  expect(
    rebaseSettings({
      from: { ...none, overrides: [shop] },
      wanted: { spotStrategy: 'NONE', overrides: [] },
      onto: { ...none, overrides: [api, shop] },
    }),
  ).toEqual({ spotStrategy: 'NONE', overrides: [api] })
})
