import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

export interface Secret {
  kind: string
  value: string
}

export interface Exposure {
  kind: string
  /** E.g. `main > a[href]`. */
  place: string
}

/** The places of a page in which a secret stands and nothing tells a recorder to leave it out: texts and attributes. */
export function unmaskedSecrets(html: string, secrets: Secret[]): Exposure[] {
  const exposures: Exposure[] = []
  const look = (text: string, place: string) => {
    for (const { kind, value } of secrets) if (isIn(text, value)) exposures.push({ kind, place })
  }
  const walk = (node: Tree.ChildNode | Tree.Document, path: string): void => {
    if ('value' in node) return look(node.value, path)
    if ('data' in node) return look(node.data, `${path} > comment`)
    // Scripts are never shown: a recorder sees that there is one. What they hold is looked for on recorded pages.
    if (node.nodeName === 'script') return
    const attributes = 'attrs' in node ? node.attrs : []
    if (attributes.some(({ name }) => name === 'data-private')) return
    const here = node.nodeName === '#document' ? '' : `${path && `${path} > `}${node.nodeName}`
    for (const { name, value } of attributes) look(value, `${here}[${name}]`)
    if ('childNodes' in node) for (const child of node.childNodes) walk(child, here)
    if ('content' in node) for (const child of node.content.childNodes) walk(child, here)
  }
  walk(parse(html), '')
  return exposures
}

/** Whether a text holds a secret, as it is or as an address would. A short one has to stand by itself: digits are everywhere. */
export const isIn = (text: string, secret: string): boolean =>
  secret.length > 10
    ? text.includes(secret) || text.includes(encodeURIComponent(secret))
    : new RegExp(`(?<![\\w-])${secret.replace(/[^\w]/g, '\\$&')}(?![\\w-])`).test(text)
