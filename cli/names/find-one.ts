import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'

interface Named {
  id: string
  name: string
}

/** How many names a refusal lists. */
const mostListed = 10

/**
 * The one thing that `given` means: by its id, else by its name, also when the name differs in case alone.
 *
 * @param what as a sentence calls it: `application`
 * @throws CliError `refused` for none and for several, with the ids to choose from
 */
export function findOne<Thing extends Named>(things: Thing[], given: string, what: string): Thing {
  const byId = things.find(({ id }) => id === given)
  if (byId) return byId
  const same = (name: string) => name.toLowerCase() === given.toLowerCase()
  const exact = things.filter(({ name }) => name === given)
  const found = exact.length > 0 ? exact : things.filter(({ name }) => same(name))
  const [only, another] = found
  if (only && !another) return only
  if (only)
    throw refusal(
      `${found.length} ${what}s are called ${given}.`,
      `Give the id instead of the name: ${found.map(({ id }) => id).join(', ')}.`,
    )
  throw refusal(`There is no ${what} ${given}.`, `There ${listOf(things, what)}.`)
}

function listOf(things: Named[], what: string): string {
  if (things.length === 0) return `is no ${what} at all`
  const names = things.slice(0, mostListed).map(({ name }) => name)
  const more = things.length - names.length
  return `${things.length === 1 ? 'is' : 'are'} ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const refusal = (message: string, hint: string) =>
  new CliError(message, { exitCode: exitCodes.refused, hint, code: 'not-found' })
