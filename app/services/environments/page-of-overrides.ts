import type { PageCursors } from '../answers/pages'

/** Each has a form of its own, with a field for every role and variable. */
export const overridesAtOnce = 25

/** Beyond the first of a page: fields and values of many full forms hold up everybody else's pages. */
const mostCharacters = 100_000

/** A page of applications, as many as its forms leave room for; the first one where `cursor` is the number of none. */
export function pageOfOverrides<Row extends { characters: number }>(
  rows: Row[],
  cursor: string,
): PageCursors & { rows: Row[] } {
  const pages = pagesOf(rows)
  const number = /^\d{1,6}$/.test(cursor) && Number(cursor) < pages.length ? Number(cursor) : 0
  return {
    rows: pages[number] ?? [],
    nextCursor: number + 1 < pages.length ? String(number + 1) : null,
    previousCursor: number > 0 ? String(number - 1) : null,
  }
}

function pagesOf<Row extends { characters: number }>(rows: Row[]): Row[][] {
  const pages: Row[][] = []
  let room = 0
  for (const row of rows) {
    const last = pages.at(-1)
    if (last && last.length < overridesAtOnce && row.characters <= room) {
      last.push(row)
      room -= row.characters
    } else {
      pages.push([row])
      room = mostCharacters - row.characters
    }
  }
  return pages
}
