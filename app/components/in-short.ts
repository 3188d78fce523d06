/** So many are named. */
const mostNames = 3

/** The first names, and how many there are besides: `shop, api, worker and 2 more`. */
export const inShort = (names: string[]): string =>
  names.length > mostNames
    ? `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames} more`
    : names.join(', ')
