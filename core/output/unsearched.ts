import { mostGroups } from './output-questions'

/** How many names one sentence lists. */
const mostListed = 5

/** Says which applications a search left out. */
export function unsearchedText(names: readonly string[]): string {
  const more = names.length - mostListed
  const listed = names.slice(0, mostListed).join(', ')
  return `Not searched: ${listed}${more > 0 ? ` and ${more} more` : ''}. One search covers ${mostGroups} applications, so choose one of them.`
}
