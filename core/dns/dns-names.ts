/** Whether a name stands for many: `*.example.com`. */
export const isWildcard = (name: string): boolean => name.startsWith('*.')

/** The wildcard that covers a name and its siblings; a wildcard's is itself. */
export const wildcardOf = (name: string): string => name.replace(/^[^.]+/, '*')

/** Whether a name or a wildcard covers a name: a wildcard stands for one label (RFC 6125, 6.4.3). */
export const covers = (wildcard: string, name: string): boolean =>
  wildcard === name || wildcard === wildcardOf(name)

/** The one of several that a name goes by: its own before a wildcard. */
export const closestCover = <Cover extends { wildcard: string }>(
  covering: Cover[],
  name: string,
): Cover | undefined =>
  covering.find(({ wildcard }) => wildcard === name) ??
  covering.find(({ wildcard }) => covers(wildcard, name))

/** A name of DNS as names are compared: in lower case, without the dot at its end. */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '')
