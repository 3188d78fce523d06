import { apiTable } from '../../../app/api/table'

/** How many answers of which status each call of /v1 gave. */
export class AnswerCount {
  private readonly counts = new Map<string, Map<number, number>>(
    apiTable.map(({ name }) => [name, new Map<number, number>()]),
  )
  private readonly patterns = apiTable
    .map(({ name, method, path }) => ({ name, method, pattern: patternOf(path) }))
    // As the router does: what is spelled out before what any id would match.
    .sort((a, b) => a.name.split('{').length - b.name.split('{').length)

  /** The call, `POST /v1/account/login`, that `path` with `method` is; undefined for none. */
  nameOf = (method: string, path: string): string | undefined =>
    this.patterns.find((each) => each.method === method && each.pattern.test(path))?.name

  add(name: string, status: number): void {
    const ofCall = this.counts.get(name)
    ofCall?.set(status, (ofCall.get(status) ?? 0) + 1)
  }

  get total(): number {
    return [...this.counts.values()].flatMap((ofCall) => [...ofCall.values()]).reduce((sum, n) => sum + n, 0)
  }

  /** Calls that never gave an answer whose status `isWanted`. */
  without = (isWanted: (status: number) => boolean): string[] =>
    [...this.counts].filter(([, ofCall]) => ![...ofCall.keys()].some(isWanted)).map(([name]) => name)

  /** Calls that gave an answer whose status is `isUnwanted`. */
  having = (isUnwanted: (status: number) => boolean): string[] =>
    [...this.counts].filter(([, ofCall]) => [...ofCall.keys()].some(isUnwanted)).map(([name]) => name)

  /** One line a call, for whoever looks into a failure. */
  describe = (): string =>
    [...this.counts]
      .map(([name, ofCall]) => {
        const parts = [...ofCall].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
        return `${name}  ${parts.join(', ') || 'never made'}`
      })
      .join('\n')
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`)
