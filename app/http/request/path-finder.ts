interface Node<Value> {
  spelledOut: Map<string, Node<Value>>
  /** Where any segment leads that is not spelled out. */
  parameter?: Node<Value>
  /** What ends here, with the names of its parameters in their order. */
  end?: Ending<Value>
  /** What takes the rest of a path, whatever and however long it is. */
  rest?: Ending<Value>
}

interface Ending<Value> {
  value: Value
  names: string[]
}

interface Found<Value> {
  value: Value
  /** Parameters as they stand in the path, not decoded. */
  params: Record<string, string>
}

/**
 * Makes the function that finds what a path leads to, in as many steps as it has segments. A trailing slash makes no difference. What is spelled out comes
 * before what is a parameter, and that before a rest: `…/create` is never the `…/{id}` of that name.
 *
 * @param patterns `/v1/environment/{id}/status`, `/docs/:feature?` or `/portal/*`, each with what it leads to
 */
export function createPathFinder<Value>(
  patterns: Iterable<[pattern: string, value: Value]>,
): (path: string) => Found<Value> | undefined {
  const root: Node<Value> = { spelledOut: new Map() }
  for (const [pattern, value] of patterns) add(root, segmentsOf(pattern), { value, names: [] })
  return (path) => {
    const segments = segmentsOf(path)
    const given: string[] = []
    const found = find(root, segments, 0, given)
    return found && { value: found.value, params: nameAll(found.names, given) }
  }
}

function segmentsOf(path: string): string[] {
  const segments = path.split('/')
  if (segments.length > 2 && segments.at(-1) === '') segments.pop()
  return segments
}

function add<Value>(node: Node<Value>, [segment, ...others]: string[], ending: Ending<Value>): void {
  if (segment === undefined) node.end ??= ending
  else if (segment === '*') node.rest ??= ending
  else {
    const [, name, optional] = /^[{:](\w+)\}?(\?)?$/.exec(segment) ?? []
    if (name === undefined) add(spellOut(node, segment), others, ending)
    else
      add((node.parameter ??= { spelledOut: new Map() }), others, {
        ...ending,
        names: [...ending.names, name],
      })
    if (optional) add(node, others, ending)
  }
}

function spellOut<Value>({ spelledOut }: Node<Value>, segment: string): Node<Value> {
  const next = spelledOut.get(segment) ?? { spelledOut: new Map<string, Node<Value>>() }
  spelledOut.set(segment, next)
  return next
}

/** @param given gets the segments that stand for parameters */
function find<Value>(
  node: Node<Value>,
  segments: string[],
  position: number,
  given: string[],
): Ending<Value> | undefined {
  const segment = segments[position]
  if (segment === undefined) return node.end ?? node.rest
  const next = node.spelledOut.get(segment)
  const found = next && find(next, segments, position + 1, given)
  if (found) return found
  if (node.parameter && segment !== '') {
    const depth = given.push(segment)
    const found = find(node.parameter, segments, position + 1, given)
    if (found) return found
    given.length = depth - 1
  }
  return node.rest
}

const nameAll = (names: string[], given: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, index) => [name, given[index] ?? '']))
