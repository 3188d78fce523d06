import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { rightsOf, type PolicyRule, type Right } from './service-account'

/** What docs/operations.md says that the controller needs in its namespace. */
export function documentedRights(): Right[] {
  const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/```yaml\n([^]*?)```/g)].flatMap(([, yaml]) =>
    parseAllDocuments(yaml ?? ''),
  )
  const role = blocks
    .map((document) => document.toJS() as { kind?: string; rules?: PolicyRule[] })
    .find(({ kind }) => kind === 'Role')
  if (!role?.rules) throw new Error('docs/operations.md has no Role.')
  return rightsOf(role.rules)
}
