import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeOwnApi } from '../api/table'
import { createDocs } from '../content/docs'
import { deploymentLines } from '../../core/environment-log/deployment-lines'
import { environmentLines } from '../../core/environment-log/lines'
import { declaredMessages } from '../../core/messages/declare-messages'
import { usualQuotas } from '../services/quotas/quotas'
import { remediesOfReasons, remedyOfLine, remedyOfReason } from './remedies'

const docs = createDocs('app/content/docs', usualQuotas, describeOwnApi).pages()

function expectDocs(path: string): void {
  const [page, anchor] = path.split('#')
  const headings = docs.find((each) => each.path === page)?.headings.map(({ id }) => id)
  expect(headings).toBeDefined()
  if (anchor !== undefined) expect(headings).toContain(anchor)
}

describe('what the documentation says about messages', () => {
  it.each(Object.entries(remediesOfReasons))('is there for the reason %s: %s', (_, path) => {
    expectDocs(path)
  })

  it.each(environmentLines.flatMap(({ code, docs: path }) => (path ? [[code, path] as const] : [])))(
    'is there for the line %s: %s',
    (_, path) => {
      expectDocs(path)
    },
  )

  it('is there for every message that is declared, each of which has a code of its own', async () => {
    const catalogues = ['app', 'controller', 'core', 'db'].flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .map((file) => join(process.cwd(), folder, String(file)))
        .filter(
          (file) =>
            /(?<!\.test)\.tsx?$/.test(file) && / = declareMessages\(/.test(readFileSync(file, 'utf8')),
        ),
    )
    for (const file of catalogues) await import(file)
    const codes = declaredMessages.map(({ code }) => code)
    expect(codes.length).toBeGreaterThan(200)
    expect(new Set(codes).size).toBe(codes.length)
    for (const { docs: path } of declaredMessages) if (path !== undefined) expectDocs(path)
  })

  it('is found for a line of a log by its code, whatever a customer printed', () => {
    const { printed, failed } = deploymentLines
    expect(printed.text({ number: 3, output: ['Server listening on port 8080'] })).toContain('on port')
    expect(remedyOfLine(printed.code)).toBeUndefined()
    expect(remedyOfLine(failed.code)).toBe('/docs/deployments#when-a-deployment-fails')
    for (const unknown of [undefined, 'of.another-release']) expect(remedyOfLine(unknown)).toBeUndefined()
  })

  it('is found for a condition by its reason', () => {
    expect(remedyOfReason('NameTaken')).toBe('/docs/external-resources#link-names-to-an-environment')
    for (const calm of ['Ready', 'Working', undefined] as const) expect(remedyOfReason(calm)).toBeUndefined()
  })
})
