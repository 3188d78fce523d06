import { longest, tooLong } from '../text/longest'

/*
 * How images are named: the grammar of distribution (github.com/distribution/reference), by which Docker and registries read them. An
 * application names a repository, and a version a tag of it or a digest.
 */

const label = '(?:[A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9-]*[A-Za-z0-9])'
const port = '(?::[0-9]{1,5})'
/** What stands before the first slash is a host where it has a period or a port, or is localhost; else it is a part of the path. */
const host = `(?:(?:localhost|${label}(?:\\.${label})+|\\[[A-Fa-f0-9:]+\\])${port}?|${label}${port})`
const pathPart = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'
const repository = new RegExp(`^(?:${host}/)?${pathPart}(?:/${pathPart})*$`)

/** The repository of an image: its registry, with its port where it has one, and the path there. */
export const isDockerBaseUrl = (value: string): boolean =>
  value.length <= longest.imageAddress && repository.test(value)

export const isDigest = (value: string): boolean => /^sha256:[0-9a-f]{64}$/.test(value)

/** What a version is pulled by: a tag, or the digest of its image. */
export const isDockerTag = (value: string): boolean =>
  /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(value) || isDigest(value)

/** Why this names no repository, for people; undefined where it does. */
export function dockerBaseUrlFault(value: string): string | undefined {
  if (isDockerBaseUrl(value)) return undefined
  if (value.length > longest.imageAddress) return tooLong(longest.imageAddress)
  const [path = ''] = value.split('@')
  const withoutTag = path.replace(/:[^/:]*$/, '')
  if (/^https?:\/\//i.test(value)) return 'Docker image is an address without https://, as in docker pull.'
  if (withoutTag !== value && isDockerBaseUrl(withoutTag))
    return `Docker image must be without tag and digest, which belong to the versions: ${withoutTag}`
  if (isDockerBaseUrl(value.toLowerCase())) return 'Docker image must be in lower case after its registry.'
  return 'Docker image must be an address as in docker pull: registry.example.com:5000/team/shop, with the port where there is one.'
}

/** How an image is named where people read it: by its tag, or the digest that stands in its place. */
export const imageName = ({ image, tag }: { image: string; tag: string }): string =>
  isDigest(tag) ? `${image}@${tag}` : `${image}:${tag}`
