import { expect, it } from 'vitest'
import { factText } from './changes'

it.each([
  ['ALL_BUT_ONE', 'ALL_BUT_ONE'],
  [0.5, '0.5'],
  [true, 'true'],
  [false, 'false'],
  [null, 'none'],
  ['', 'none'],
  [[], 'none'],
  [{}, 'none'],
  [['live', 'failed'], 'live, failed'],
  [{ db: 'arn:aws:iam::1:role/sdo/db' }, 'db arn:aws:iam::1:role/sdo/db'],
  [[{ port: 8080, subdomain: 'shop' }, { port: 81 }], 'port 8080 subdomain shop, port 81'],
  [
    [{ type: 'add', versionId: 'v', versionName: '1', applicationId: 'a', applicationName: 'shop' }],
    'type add versionName 1 applicationName shop',
  ],
  [{ applicationId: 'a' }, 'applicationId a'],
])('%j of the audit log reads %s', (fact, text) => {
  expect(factText(fact)).toBe(text)
})
