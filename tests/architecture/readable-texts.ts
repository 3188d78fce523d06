import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import ts from 'typescript'

/** A text that a person reads, and where it is written. */
export interface ReadableText {
  file: string
  line: number
  text: string
  /** Of a cell of a table, from 0. */
  column?: number
}

/** Files below `folder` whose path ends with `end`. */
export const filesIn = (folder: string, end: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => end.test(name))
    .map((name) => join(folder, name))
    .sort()

/** What operators and developers read: all but decisions, and the references that are generated from the code. */
export const manuals: string[] = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs', /^[\w-]+\.md$/)]

/** Paragraphs, items and cells of a Markdown document, without code. */
export function textsOfMarkdown(file: string): ReadableText[] {
  const markdown = readFileSync(file, 'utf8')
  let line = 1
  return new Marked().lexer(markdown).flatMap((token) => {
    const texts = blocksOf(token).map((block) => ({ file, line, ...block }))
    line += token.raw.split('\n').length - 1
    return texts
  })
}

type Block = Pick<ReadableText, 'text' | 'column'>

function blocksOf(token: Token): Block[] {
  switch (token.type) {
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].flatMap((cells) =>
        cells.map((cell, column) => ({ text: inlineOf(cell), column })),
      )
    }
    case 'list':
      return (token as Tokens.List).items.flatMap(({ tokens }) => tokens.flatMap(blocksOf))
    case 'blockquote':
      return (token as Tokens.Blockquote).tokens.flatMap(blocksOf)
    case 'heading':
    case 'paragraph':
    case 'text':
      return [{ text: inlineOf(token) }]
    default:
      return []
  }
}

function inlineOf(token: object): string {
  if ('type' in token && token.type === 'codespan') return '``'
  if ('tokens' in token && Array.isArray(token.tokens))
    return (token.tokens as Token[]).map(inlineOf).join('')
  return 'text' in token ? String(token.text) : ' '
}

/** The lines of a file that is text for people, or has some in each line. */
export const textsOfLines = (file: string): ReadableText[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text }))

/** What a source file says to people: text in markup, and each string that has a blank between two words. */
export function textsOfSource(file: string): ReadableText[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const texts: ReadableText[] = []
  const add = (node: ts.Node, text: string) => {
    if (/\p{L}[\p{L},.:;!?’'”)]* \S/u.test(text) || (ts.isJsxText(node) && /\p{L}/u.test(text)))
      texts.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isJsxAttribute(node) && /class/i.test(node.name.getText())) return
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) add(node, node.text)
    else if (ts.isTemplateExpression(node)) {
      add(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'))
      node.templateSpans.forEach(({ expression }) => visit(expression))
    } else ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}
