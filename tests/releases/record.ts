import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeMessages } from './messages'
import { describeResources } from './resources'
import { onePerShape } from './recorded-statements'

/**
 * Records how the release that is about to be made speaks with its agents, what it asks of Postgres, and what it writes into Kubernetes, for the next one to be held against: what the tests say that make every
 * call of /v1 and every page, the mirror, the deployments and the stores. Run it when a release is made, and never in between.
 */
const tests = [
  'app/api/audit-coverage.test.ts',
  'app/api/authorization.test.ts',
  'app/api/deployment-core.test.ts',
  'app/api/paged-lists.test.ts',
  'app/services/clean-out',
  'app/services/customer-support',
  'app/services/outbox',
  'app/services/webhooks',
  'controller/mirror',
  'controller/deployments',
  'tests/site/every-page.test.ts',
  'tests/site/sign-in.test.ts',
  'tests/site/second-factor.test.ts',
]
const folder = mkdtempSync(join(tmpdir(), 'sdo-statements-'))
const run = (project: string, files: string[]) =>
  execFileSync('npx', ['vitest', 'run', '--project', project, ...files], {
    env: { ...process.env, SDO_RECORD_STATEMENTS: folder },
    stdio: 'inherit',
  })
run('unit', [...tests, 'tests/releases/record-schema.test.ts'])
run('contract', ['tests/contract/store/postgres.test.ts'])
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line) as string)
const target = join(import.meta.dirname, 'previous')
writeFileSync(join(target, 'statements.json'), `${JSON.stringify(onePerShape(texts), null, 1)}\n`)
writeFileSync(join(target, 'schema.json'), readFileSync(join(folder, 'schema.json')))
writeFileSync(join(target, 'messages.json'), `${JSON.stringify(describeMessages(), null, 1)}\n`)
writeFileSync(join(target, 'resources.json'), `${JSON.stringify(describeResources(), null, 1)}\n`)
rmSync(folder, { recursive: true })
