/** Where what a version was built from can be read; nothing for one that was declared without it. */
export const SourceLink = ({ url, of }: { url: string | undefined; of: string }) =>
  url === undefined ? null : (
    <a
      className="link"
      href={url}
      rel="noopener noreferrer"
      target="_blank"
      title={url}
      aria-label={`Source of ${of}: ${sourceText(url)}`}
    >
      {sourceText(url)}
    </a>
  )

/** So many characters of an address are shown. */
const longestText = 40

/** A source in short: a commit by its repository and the begin of its digest, such as `acme/shop@3f2c1d9`. */
export function sourceText(url: string): string {
  const [, repository, digest] =
    /^https:\/\/[^/]+\/([^?#]+?)\/(?:-\/)?commits?\/([0-9a-f]{7,64})\/?$/i.exec(url) ?? []
  if (repository !== undefined && digest !== undefined) return `${repository}@${digest.slice(0, 7)}`
  const text = url.replace(/^https:\/\//, '')
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
}
