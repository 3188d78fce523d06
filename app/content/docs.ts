import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Quotas } from '../services/quotas/quotas'
import { createApiReference, passagesOf, type ApiPage } from './api-reference/api-reference'
import type { OpenApiDocument } from './api-reference/open-api-document'
import { docsFacts, type Portal } from './docs-facts'
import { docsMenu, fileOf, pathOf } from './docs-menu'
import { createSearch, type DocsMatch } from './docs-search'
import { renderPage, type DocsHeading, type DocsPart, type DocsPassage } from './render-page'

export interface DocsLink {
  path: string
  title: string
}

export interface DocsMenuEntry extends DocsLink {
  isIndented: boolean
}

export interface DocsPage extends DocsLink {
  /** Its first sentence, for search engines. */
  description: string
  headings: DocsHeading[]
  parts: DocsPart[]
  previous?: DocsLink
  next?: DocsLink
}

/** The documentation, read from its files when it is first asked for. */
export interface Docs {
  menu(): DocsMenuEntry[][]
  pages(): DocsPage[]
  /** The reference of the API, area by area. */
  apiPages(): ApiPage[]
  /** Passages about all words of `question`, best first. */
  search(question: string): DocsMatch[]
}

/**
 * The documentation of a portal.
 *
 * @param folder of the Markdown
 * @param quotas of the portal, which the text names
 * @param describeApi its OpenAPI document
 * @param portal its address, and the action of SDO on GitHub where the operator named it
 */
export function createDocs(
  folder: string,
  quotas: Quotas,
  describeApi: () => OpenApiDocument,
  portal: Portal = {},
): Docs {
  let read: ReadDocs | undefined
  let search: ((question: string) => DocsMatch[]) | undefined
  let reference: ApiPage[] | undefined
  const docs = () => (read ??= readDocs(folder, docsFacts(quotas, portal)))
  const pages = () => docs().pages
  const apiPages = () => (reference ??= createApiReference(describeApi(), portal.publicUrl))
  return {
    pages,
    apiPages,
    menu: () =>
      docsMenu.map((entries) =>
        entries.map((entry) => {
          const path = pathOf(entry)
          const title = pages().find((page) => page.path === path)?.title ?? path
          return { path, title, isIndented: entry.isIndented ?? false }
        }),
      ),
    search: (question) =>
      (search ??= createSearch([
        ...docs().searched,
        ...apiPages().map((page) => ({ ...page, passages: passagesOf(page) })),
      ]))(question),
  }
}

interface ReadDocs {
  pages: DocsPage[]
  /** The same as they are searched. */
  searched: (DocsLink & { passages: DocsPassage[] })[]
}

function readDocs(folder: string, facts: ReturnType<typeof docsFacts>): ReadDocs {
  const rendered = docsMenu.flat().map((entry) => {
    const markdown = readFileSync(join(folder, `${fileOf(entry)}.md`), 'utf8')
    return { path: pathOf(entry), ...renderPage(fillFacts(markdown, facts)) }
  })
  const linkTo = (index: number): DocsLink | undefined => {
    const page = rendered[index]
    return page && { path: page.path, title: page.title }
  }
  return {
    searched: rendered,
    pages: rendered.map(({ path, title, headings, parts, passages }, index) => ({
      path,
      title,
      headings,
      parts,
      description: /^.+?\.(?= |$)/.exec(passages[0]?.text ?? '')?.[0] ?? title,
      previous: linkTo(index - 1),
      next: linkTo(index + 1),
    })),
  }
}

/** Text with `{{group.name}}` replaced by what `facts` says. @throws Error that names what `facts` does not know */
export const fillFacts = (text: string, facts: Record<string, Record<string, string | number>>): string =>
  text.replaceAll(/\{\{([^\s}]+)\}\}/g, (placeholder, path: string) => {
    const [group = '', name = ''] = path.split('.')
    const known = Object.hasOwn(facts, group) ? facts[group] : undefined
    const fact = known && Object.hasOwn(known, name) ? known[name] : undefined
    if (fact === undefined) throw new Error(`The documentation says ${placeholder}, which is no fact.`)
    return String(fact)
  })
