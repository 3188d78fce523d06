interface CurledCall {
  method: string
  /** With `{id}` for parameters. */
  path: string
  /** Parameters of the query, which has to be there. */
  query: string[]
  needsToken: boolean
  /** An example of the body, where the call takes one. */
  body?: unknown
  /** The address of the portal; that of the variable `SDO` unless given. */
  address?: string
}

/**
 * The call as a command for a shell in which `TOKEN` is the token that logging in gave, and the
 * parameters of the path are variables: `{versionId}` is `$VERSION_ID`.
 */
export function printCurl({
  method,
  path,
  query,
  needsToken,
  body,
  address: portal = '$SDO',
}: CurledCall): string {
  const names = query.map((name) => `${name}=$${shellNameOf(name)}`)
  const address = `${portal}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${shellNameOf(name)}`)}`
  const isImplied = method === (body === undefined ? 'GET' : 'POST')
  return [
    `curl${isImplied ? '' : ` -X ${method}`}`,
    ...(needsToken ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : [
          "-H 'content-type: application/json'",
          `\\\n  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
        ]),
    `${body === undefined ? '' : '\\\n  '}"${address}${names.length > 0 ? `?${names.join('&')}` : ''}"`,
  ].join(' ')
}

/** The variable of a shell that stands for a parameter: `VERSION_ID` for `versionId`. */
export const shellNameOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
