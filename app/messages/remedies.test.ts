import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeOwnApi } from '../api/table'
import { createDocs } from '../content/docs'
import { usualQuotas } from '../services/quotas/quotas'
import { messages } from './messages'
import { remedies, remedyOf } from './remedies'

const docs = createDocs('app/content/docs', usualQuotas, describeOwnApi).pages()
const own = 'app/messages/remedies.ts'

/** Everything that may tell people something. */
const sources = ['app', 'controller', 'agent', 'core']
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))))
  .filter((file) => file !== own && /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))

describe('what the documentation says about messages', () => {
  it.each(remedies)('"%s" is said, and %s is there', (words, path) => {
    expect(sources.some((source) => source.includes(words))).toBe(true)
    const [page, anchor] = path.split('#')
    const headings = docs.find((each) => each.path === page)?.headings.map(({ id }) => id)
    expect(headings).toBeDefined()
    if (anchor !== undefined) expect(headings).toContain(anchor)
  })

  it('is found by a message, and not for others', () => {
    expect(remedyOf(messages.processInUse)).toBe('/docs/applications#delete-an-application')
    expect(remedyOf('SDO cannot use its role for Production.')).toBe(
      '/docs/external-resources#status-of-an-account',
    )
    expect(remedyOf(messages.callFailed)).toBeUndefined()
  })

  it('leaves no entry in the shade of one before it', () => {
    for (const [words, path] of remedies) expect(remedyOf(words)).toBe(path)
  })
})
