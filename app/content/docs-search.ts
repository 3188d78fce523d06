import MiniSearch from 'minisearch'
import type { DocsPassage } from './render-page'
import { searchWords, wordsOfQuestions } from './search-words'

export interface DocsMatch {
  path: string
  /** Title of the page. */
  title: string
  /** Heading of the passage; empty at the top of a page. */
  heading: string
  /** The words around what was found. */
  excerpt: string
}

interface SearchedPage {
  path: string
  title: string
  passages: DocsPassage[]
}

/** Longer questions are cut: what they cost grows with their words. */
const longestQuestion = 100

const mostMatches = 20
const excerptCharacters = 200

/** A search over the passages of `pages`, with an index that is made once. */
export function createSearch(pages: SearchedPage[]): (question: string) => DocsMatch[] {
  const passages = pages.flatMap(({ path, title, passages }) =>
    passages.map(({ anchor, heading, text }) => {
      const id = anchor === '' ? path : `${path}#${anchor}`
      return { id, title, heading, text, words: searchWords[id] ?? '' }
    }),
  )
  const byId = new Map(passages.map((passage) => [passage.id, passage]))
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text', 'words'],
    searchOptions: {
      boost: { title: 1.5, heading: 3, words: 4 },
      combineWith: 'AND',
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  })
  index.addAll(passages)
  return (question) =>
    index
      .search(aboutOf(question.slice(0, longestQuestion)))
      .slice(0, mostMatches)
      .flatMap(({ id, terms }) => {
        const passage = byId.get(id as string)
        return passage ? [{ path: passage.id, ...passage, excerpt: excerptOf(passage.text, terms) }] : []
      })
      .map(({ path, title, heading, excerpt }) => ({ path, title, heading, excerpt }))
}

/** What a question is about: its words, without those that any question has, unless it has no others. */
function aboutOf(question: string): string {
  const words = question.split(/[^\p{L}\p{N}/.-]+/u)
  const telling = words.filter((word) => !wordsOfQuestions.has(word.toLowerCase()))
  return (telling.some((word) => word !== '') ? telling : words).join(' ')
}

/** The part of `text` that begins shortly before the first of `terms`. */
function excerptOf(text: string, terms: string[]): string {
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)
  const found = Math.min(...places, text.length)
  const wanted = found === text.length ? 0 : Math.max(0, found - 60)
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1
  const end =
    start + excerptCharacters >= text.length ? text.length : text.lastIndexOf(' ', start + excerptCharacters)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}
