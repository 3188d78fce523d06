import { Marked, type Token, type Tokens } from 'marked'
import { pictureHtml } from './picture-html'

export interface DocsHeading {
  id: string
  text: string
  depth: number
}

/** A piece of a page: markup, or what its reader can do something with. */
export type DocsPart =
  | { kind: 'html'; html: string }
  | { kind: 'code'; text: string }
  /** Steps to tick off; `id` tells the step in the browser's memory. */
  | { kind: 'checklist'; items: { id: string; html: string }[] }

/** What stands under one heading, for the search. */
export interface DocsPassage {
  /** Empty at the top of the page. */
  anchor: string
  heading: string
  text: string
}

interface RenderedPage {
  title: string
  headings: DocsHeading[]
  parts: DocsPart[]
  passages: DocsPassage[]
}

/** Page out of its Markdown, which begins with its title. */
export function renderPage(markdown: string): RenderedPage {
  const headings: DocsHeading[] = []
  const marked = createRenderer(headings)
  const [first, ...tokens] = marked.lexer(markdown)
  if (first?.type !== 'heading') throw new Error('A page of the documentation begins with its title.')
  const parts: DocsPart[] = []
  const passages: DocsPassage[] = [{ anchor: '', heading: '', text: '' }]
  let block: Token[] = []
  const closeBlock = () => {
    if (block.length > 0) parts.push({ kind: 'html', html: marked.parser(block) })
    block = []
  }
  for (const token of tokens) {
    const known = headings.length
    if (isCode(token)) {
      closeBlock()
      parts.push({ kind: 'code', text: token.text })
    } else if (isChecklist(token)) {
      closeBlock()
      parts.push(checklistOf(token, marked))
    } else {
      // A heading's id is known once it was made.
      if (token.type === 'heading') closeBlock()
      block.push(token)
      if (token.type === 'heading') closeBlock()
    }
    const heading = headings.length > known ? headings.at(-1) : undefined
    if (heading) passages.push({ anchor: heading.id, heading: heading.text, text: '' })
    else appendText(passages.at(-1), token)
  }
  closeBlock()
  return { title: plainText(first), headings, parts, passages }
}

const isCode = (token: Token): token is Tokens.Code => token.type === 'code'

const isChecklist = (token: Token): token is Tokens.List =>
  token.type === 'list' && (token as Tokens.List).items.every(({ task }) => task)

function checklistOf({ items }: Tokens.List, marked: Marked): DocsPart {
  return {
    kind: 'checklist',
    items: items.map(({ text }) => {
      const html = marked.parseInline(text) as string
      return { id: slugOf(html.replaceAll(/<[^>]+>/g, '')), html }
    }),
  }
}

function appendText(passage: DocsPassage | undefined, token: Token): void {
  if (passage && token.type !== 'space') passage.text = `${passage.text} ${plainText(token)}`.trim()
}

/** What a reader sees of a token. */
function plainText(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].map((cells) => cells.map(inlineText).join(' ')).join(' ')
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(inlineText).join(' ')
  return inlineText(token)
}

function inlineText(token: object): string {
  if ('tokens' in token && Array.isArray(token.tokens))
    return (token.tokens as Token[]).map(plainText).join('')
  return 'text' in token ? String(token.text) : ''
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')

/** Marked with headings that can be linked to, noted in `headings`, and links that change the page without a new document. */
function createRenderer(headings: DocsHeading[]): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = tokens.map(plainText).join('')
        const id = slugOf(text)
        if (headings.some((heading) => heading.id === id)) throw new Error(`Two headings are called ${text}.`)
        headings.push({ id, text, depth })
        const link = `<a class="docs-anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a>`
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)} ${link}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const isOurs = href.startsWith('/') && !href.startsWith('/v1/')
        return `<a class="link" href="${escapeHtml(href)}"${isOurs ? ' data-page-link=""' : ''}>${this.parser.parseInline(tokens)}</a>`
      },
      image: ({ href }) => pictureHtml(href),
      // The text is ours, and needs none.
      html({ text }) {
        throw new Error(`The documentation is Markdown without HTML: ${text}`)
      },
    },
  })
}
