import type { Client } from '../api/client'
import type { FoundLines } from '../api/wire'

/** What is searched, as parameters of /v1. */
export interface Search {
  environmentId: string
  applicationId?: string
  text?: string
  level?: string
}

interface Range {
  fromEpoch?: number | undefined
  /** Exclusive; now where it is left out. */
  untilEpoch?: number | undefined
}

/** One question looks through a part of what there is; so many are asked for one answer of the command line. */
const mostQuestions = 20

/**
 * The newest lines of a time, oldest first: at least `most` of them, or all there are. Where that takes too many questions, or SDO gets no
 * further, they begin at `reachedEpoch`.
 *
 * @throws CliError as `client.get` does
 */
export async function readLines(
  client: Client,
  search: Search,
  range: Range,
  most: number,
): Promise<FoundLines> {
  let found = await ask(client, search, range)
  for (let questions = 1; questions < mostQuestions; questions++) {
    const { fromEpoch, reachedEpoch } = found
    if (reachedEpoch <= fromEpoch || found.lines.length >= most) break
    const older = await ask(client, search, { fromEpoch, untilEpoch: reachedEpoch })
    found = { ...found, lines: [...older.lines, ...found.lines], reachedEpoch: older.reachedEpoch }
    if (older.reachedEpoch >= reachedEpoch) break
  }
  return found
}

function ask(client: Client, { environmentId, ...filters }: Search, range: Range): Promise<FoundLines> {
  const given = Object.entries({ ...filters, ...range }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return client.get<FoundLines>(
    `/v1/environment/${environmentId}/output?${new URLSearchParams(given).toString()}`,
  )
}
