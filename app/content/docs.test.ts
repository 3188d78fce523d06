import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiTable, describeOwnApi } from '../api/table'
import { handleOf, leaves } from '../../tests/site/page-addresses'
import { labelOf, valuesOf } from '../../core/environment/choices'
import { usualQuotas } from '../services/quotas/quotas'
import { createDocs, fillFacts } from './docs'
import { docsFacts } from './docs-facts'
import { docsMenu, fileOf } from './docs-menu'
import { film } from './film'
import { searchWords } from './search-words'

const folder = 'app/content/docs'
const docs = createDocs(folder, usualQuotas, describeOwnApi)
const pages = docs.pages()
const apiPages = docs.apiPages()
const markdownOf = (file: string) => readFileSync(join(folder, file), 'utf8')
const files = readdirSync(folder)

const htmlOf = ({ parts }: (typeof pages)[number]) =>
  parts
    .flatMap((part) =>
      part.kind === 'html' ? part.html : part.kind === 'checklist' ? part.items.map(({ html }) => html) : [],
    )
    .join('\n')

/** Addresses outside the documentation that it may lead to. */
const otherPages = ['/', '/pricing', '/security', '/contact-us', '/register', '/v1/openapi.json', film.video]

function expectToResolve(href: string, from: string): void {
  const [path = '', anchor] = href.split('#')
  if (otherPages.includes(path)) return
  const place = path === '' ? from : path
  const anchors =
    pages.find((page) => page.path === place)?.headings.map(({ id }) => id) ??
    apiPages.find((page) => page.path === place)?.calls.map(({ id }) => id)
  expect(anchors, `${from} leads to ${href}`).toBeDefined()
  if (anchor !== undefined) expect(anchors, `${from} leads to ${href}`).toContain(anchor)
}

describe('the documentation', () => {
  it('has the seventeen features, the API reference, the glossary and the changelog, each file in its index once', () => {
    const features = new Set(docsMenu.flat().map(({ feature }) => feature))
    expect([...features].sort()).toEqual(
      [
        ...['overview', 'quick-start', 'applications', 'application-integration', 'environments'],
        ...['external-networks', 'external-resources', 'load-balancers', 'deployments', 'security'],
        ...['notifications', 'sleep', 'usage'],
        ...[
          'cicd-integration',
          'aws-ecr',
          'code-samples',
          'upcoming-features',
          'users',
          'api',
          'glossary',
          'changelog',
        ],
      ].sort(),
    )
    expect(
      docsMenu
        .flat()
        .map((entry) => `${fileOf(entry)}.md`)
        .sort(),
    ).toEqual(files.sort())
    expect(pages.find(({ path }) => path === '/docs/upcoming-features')?.title).toBe('Upcoming Features')
  })

  it('leads from each page to the one before and the one after', () => {
    expect(pages[0]?.previous).toBeUndefined()
    expect(pages.at(-1)?.next).toBeUndefined()
    for (const [index, page] of pages.slice(1).entries()) {
      expect(page.previous?.path).toBe(pages[index]?.path)
      expect(pages[index]?.next?.title).toBe(page.title)
    }
  })

  it.each(pages)('links from $path to pages and headings that are there', (page) => {
    const hrefs = [...htmlOf(page).matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
    for (const href of hrefs) expectToResolve(href, page.path)
  })

  it('leads to each limitation from where somebody looks for it', () => {
    const path = '/docs/upcoming-features'
    const hrefs = pages.flatMap((page) =>
      page.path === path ? [] : [...htmlOf(page).matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href),
    )
    const limitations = pages.find((page) => page.path === path)?.headings ?? []
    expect(limitations.length).toBeGreaterThan(10)
    for (const { id } of limitations) expect(hrefs).toContain(`${path}#${id}`)
  })

  it('is linked to from each page of the portal, where it says something about that page', () => {
    const linked = leaves.flatMap(({ id }) => {
      const docs = handleOf(id)?.docs
      return docs ? [[id, docs] as const] : []
    })
    expect(linked.length).toBeGreaterThan(40)
    for (const [id, docs] of linked) expectToResolve(docs, id)
  })

  it('is linked to from each empty place, by the passage about what belongs there', () => {
    const passages = readdirSync('app', { recursive: true })
      .filter((name) => String(name).endsWith('.tsx'))
      .flatMap((name) => [
        ...readFileSync(join('app', String(name)), 'utf8').matchAll(/ (?:emptyD|d)ocs="([^"]+)"/g),
      ])
      .map(([, href = '']) => href)
    expect(passages.length).toBeGreaterThan(10)
    for (const href of passages) expectToResolve(href, 'an empty place')
  })

  it.each(files)('%s takes at most 1,500 words', (file) => {
    expect(markdownOf(file).split(/\s+/).length).toBeLessThan(1500)
  })

  it('names calls that exist', () => {
    const paths = new Set(apiTable.map(({ path }) => path))
    const named = files.flatMap((file) => markdownOf(file).match(/\/v1\/[\w./{}-]*\w/g) ?? [])
    expect(named.length).toBeGreaterThan(2)
    for (const path of named) expect(paths).toContain(path)
  })

  it('names the strategies as the portal does', () => {
    for (const strategy of valuesOf('spotStrategy'))
      expect(markdownOf('environments.md')).toMatch(
        new RegExp(`^\\| ${labelOf('spotStrategy', strategy)} +\\|`, 'm'),
      )
  })
})

describe('facts', () => {
  const facts = docsFacts(usualQuotas)

  it('stand in the text in the place of their names', () => {
    expect(fillFacts('{{health.path}} in {{health.seconds}} s', facts)).toBe('/health in 60 s')
  })

  it.each([
    '{{health.nothing}}',
    '{{nothing.path}}',
    '{{health}}',
    '{{constructor.name}}',
    '{{health.constructor}}',
  ])('are known, and %s is none', (placeholder) => {
    expect(() => fillFacts(placeholder, facts)).toThrow(`says ${placeholder}`)
  })

  it.each(files)('are all filled in %s', (file) => {
    // Expressions of GitHub's workflows look alike.
    expect(fillFacts(markdownOf(file), facts)).not.toMatch(/(?<!\$)\{\{/)
  })

  it('follow the quotas of the portal', () => {
    const few = createDocs(folder, { ...usualQuotas, environments: 7654 }, describeOwnApi)
    const page = few.pages().find(({ path }) => path === '/docs/environments')
    expect(page && htmlOf(page)).toContain('7654 environments')
  })
})

describe('the page about GitHub', () => {
  const pageOf = (portal: Parameters<typeof createDocs>[3]) => {
    const page = createDocs(folder, usualQuotas, describeOwnApi, portal)
      .pages()
      .find(({ path }) => path === '/docs/cicd-integration/github-integration')
    return page?.parts
      .map((part) => ('text' in part ? part.text : 'html' in part ? part.html : ''))
      .join('\n')
  }

  it('begins with what sdo init writes, by the action and the address of this portal', () => {
    const action = 'acme/sdo/.github/actions/deploy@v1'
    const text = pageOf({ publicUrl: 'https://sdo.acme.example', deployAction: action })
    expect(text).toContain(`sdo init --url https://sdo.acme.example --action ${action}`)
    expect(text).toContain(`- uses: ${action}\n        with:\n          url: "https://sdo.acme.example"`)
    expect(text).not.toContain('OWNER/REPOSITORY')
  })

  it('says whom to ask where the action is not named', () => {
    expect(pageOf({})).toContain('whoever runs this portal knows them')
  })
})

describe('the search', () => {
  it.each([
    ['spot', '/docs/environments#spot-strategy'],
    ['rotate token', '/docs/cicd-integration#rotate-a-token'],
    ['arm64 image', '/docs/aws-ecr#what-an-image-must-be'],
    ['credentals', '/docs/application-integration#aws-credentials'],
  ])('finds for %s the passage %s among the first', (question, path) => {
    expect(
      docs
        .search(question)
        .slice(0, 5)
        .map((match) => match.path),
    ).toContain(path)
  })

  /** As people type them who come from elsewhere. */
  it.each([
    ['rollback', '/docs/deployments#revert'],
    ['how do I roll back', '/docs/deployments#revert'],
    ['go back to the previous version', '/docs/deployments#revert'],
    ['automatic rollback', '/docs/deployments#automatic-rollback'],
    ['custom domain', '/docs/external-resources#hosted-zones'],
    ['use my own domain name', '/docs/load-balancers#a-name-of-your-own'],
    ['route53', '/docs/external-resources#hosted-zones'],
    ['ssl certificate', '/docs/external-resources#https'],
    ['cron', '/docs/upcoming-features#jobs'],
    ['scheduled job', '/docs/upcoming-features#jobs'],
    ['autoscaling', '/docs/usage#auto-scaling'],
    ['how to scale', '/docs/environments#process-overrides'],
    ['number of replicas', '/docs/environments#process-overrides'],
    ['SSO', '/docs/upcoming-features#single-sign-on'],
    ['saml okta', '/docs/upcoming-features#single-sign-on'],
    ['redis', '/docs/external-networks#add-a-network'],
    ['connect to postgres', '/docs/external-networks#link-it-to-an-environment'],
    ['RDS database', '/docs/external-networks#add-a-network'],
    ['vpc peering', '/docs/external-networks#add-a-network'],
    ['terraform', '/docs/upcoming-features#terraform'],
    ['infrastructure as code', '/docs/upcoming-features#terraform'],
    ['ssh', '/docs/upcoming-features#shell-access'],
    ['open a shell in a container', '/docs/upcoming-features#shell-access'],
    ['invite', '/docs/users#add-a-person'],
    ['invite a colleague', '/docs/users#add-a-person'],
    ['how do I add a user', '/docs/users#add-a-person'],
    ['make somebody administrator', '/docs/users#make-an-admin'],
    ['RBAC', '/docs/users#who-may-do-what'],
    ['2fa', '/docs/users#your-own-login'],
    ['forgot password', '/docs/users#your-own-login'],
    ['websocket', '/docs/load-balancers#how-it-behaves'],
    ['health check path', '/docs/applications#health-check-and-container'],
    ['readiness probe', '/docs/applications#health-check-and-container'],
    ['healthcheck', '/docs/application-integration#health'],
    ['env vars', '/docs/application-integration#variables-of-your-own'],
    ['where do I put secrets', '/docs/application-integration#secrets'],
    ['.env file', '/docs/application-integration#a-env-file'],
    ['graceful shutdown', '/docs/application-integration#ending-gracefully'],
    ['SIGTERM', '/docs/application-integration#ending-gracefully'],
    ['access S3 from my app', '/docs/application-integration#aws-credentials'],
    ['view logs', '/docs/environments#what-processes-print'],
    ['cloudwatch', '/docs/environments#what-processes-print'],
    ['slack', '/docs/notifications#add-a-webhook'],
    ['alerts', '/docs/notifications'],
    ['github actions', '/docs/cicd-integration/github-integration#the-workflow'],
    ['gitlab pipeline', '/docs/cicd-integration#the-two-calls'],
    ['jenkins', '/docs/cicd-integration#the-two-calls'],
    ['token expired', '/docs/cicd-integration#rotate-a-token'],
    ['OIDC', '/docs/cicd-integration#without-a-stored-token'],
    ['install the CLI', '/docs/cicd-integration/command-line'],
    ['docker hub private image', '/docs/aws-ecr#another-registry-with-a-login'],
    ['exec format error', '/docs/aws-ecr#what-an-image-must-be'],
    ['image pull failed', '/docs/aws-ecr#when-a-pull-fails'],
    ['out of memory', '/docs/applications#size'],
    ['zero downtime', '/docs/deployments#without-downtime'],
    ['blue green', '/docs/deployments#without-downtime'],
    ['cancel a deployment', '/docs/deployments#stop-and-retry'],
    ['deployment failed', '/docs/deployments#when-a-deployment-fails'],
    ['restart my app', '/docs/deployments#restart'],
    ['approve production deployments', '/docs/deployments#approval'],
    ['promote staging to production', '/docs/deployments#promote'],
    ['deploy on push', '/docs/applications#auto-deploy'],
    ['spot interruption', '/docs/environments#spot-strategy'],
    ['europe region', '/docs/upcoming-features#other-regions'],
    ['gpu', '/docs/upcoming-features#other-processors'],
    ['grpc', '/docs/upcoming-features#grpc-and-http-2'],
    ['persistent disk', '/docs/upcoming-features#persistent-volumes'],
    ['high availability', '/docs/upcoming-features#failover-between-zones'],
    ['iam permissions', '/docs/security#in-your-aws-account'],
    ['delete my account', '/docs/users#the-account-of-your-team'],
  ])('answers a newcomer’s “%s” with %s among the first three', (question, path) => {
    const found = docs.search(question).map((match) => match.path)
    expect(found.slice(0, 3)).toContain(path)
  })

  it.each(Object.keys(searchWords))('has words for %s, which is there', (path) => {
    expectToResolve(path, '')
  })

  it('leads to pages and headings that are there, with some of their words', () => {
    const matches = docs.search('environment')
    expect(matches.length).toBeGreaterThan(10)
    for (const { path, excerpt, title } of matches) {
      expectToResolve(path, '')
      expect(`${title} ${excerpt}`.toLowerCase()).toMatch(/\w/)
      expect(excerpt.length).toBeLessThan(220)
    }
  })

  it('finds nothing for what is nowhere', () => {
    expect(docs.search('zebra crossing')).toEqual([])
    expect(docs.search('')).toEqual([])
  })
})
