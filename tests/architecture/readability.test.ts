import { fleschKincaid } from 'flesch-kincaid'
import { syllable } from 'syllable'
import { describe, expect, it } from 'vitest'
import { filesIn, manuals, textsOfMarkdown, textsOfSource, type ReadableText } from './readable-texts'

/** School grade that a document may need: that of the plain English which publishers for everybody aim at. */
const highestGrade = 8
/** Words of a sentence of the documentation for users. */
const longestSentence = 20
/** What is shorter is a name or a value and no sentence: to count it would flatter the document. */
const fewestWords = 5

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}`'’-]+/gu) ?? []

const sentencesIn = (texts: ReadableText[]): string[][] =>
  texts
    .flatMap(({ text }) => text.replaceAll(/\s+/g, ' ').split(/(?<=[.!?]) /))
    .map(wordsOf)
    .filter(({ length }) => length >= fewestWords)

const sentencesOf = (file: string): string[][] => sentencesIn(textsOfMarkdown(file))

/**
 * Technical terms of the glossary are words that every reader knows: each counts as a word of one syllable, like code, which is
 * read as one name.
 */
const terms = new Set(
  textsOfMarkdown('app/content/docs/glossary.md').flatMap(({ text, column }) =>
    column === 0 ? wordsOf(text.toLowerCase()) : [],
  ),
)
const syllablesOf = (word: string): number => {
  const known = word.toLowerCase()
  return terms.has(known) || terms.has(known.replace(/(e?s|'s|’s)$/, '')) ? 1 : Math.max(1, syllable(word))
}

const gradeOf = (sentences: string[][]): number =>
  fleschKincaid({
    sentence: sentences.length,
    word: sentences.flat().length,
    syllable: sentences.flat().reduce((sum, word) => sum + syllablesOf(word), 0),
  })

const pages = filesIn('app/content/docs', /\.md$/)

/** What the messages of conditions are put together from, and what the controller logs beside them. */
const conditionFolders = ['controller/environment', 'controller/external', 'controller/reconcile']

it.each(conditionFolders)(
  'messages of conditions in %s have no sentence of more than twenty words',
  (folder) => {
    const sentences = sentencesIn(filesIn(folder, /(?<!\.test)\.ts$/).flatMap(textsOfSource))
    expect(sentences.length).toBeGreaterThan(5)
    expect(gradeOf(sentences)).toBeLessThanOrEqual(highestGrade)
    const long = sentences.filter(({ length }) => length > longestSentence)
    expect(long.map((words) => words.join(' '))).toEqual([])
  },
)

describe('the documentation', () => {
  it.each([...pages, ...manuals])('%s can be read after eight years of school', (file) => {
    expect(gradeOf(sentencesOf(file))).toBeLessThanOrEqual(highestGrade)
  })

  it.each(pages)('%s has no sentence of more than twenty words', (file) => {
    const long = sentencesOf(file).filter(({ length }) => length > longestSentence)
    expect(long.map((words) => words.join(' '))).toEqual([])
  })

  it('is measured: a sentence that is hard to read is found to be so', () => {
    const hard = wordsOf(
      'Notwithstanding organizational considerations, infrastructural modernization necessitates interdepartmental coordination.',
    )
    expect(gradeOf([hard])).toBeGreaterThan(highestGrade)
    expect(gradeOf([wordsOf('SDO puts each process on a host that has room for it.')])).toBeLessThan(
      highestGrade,
    )
  })
})
