import { CopyButton } from './copy-button'

interface AddressProps {
  url: string
  /** Name of what answers there, for screen readers: `shop`. */
  of: string
}

/** Where something is reached: to be opened, and to be copied. */
export function Address({ url, of }: AddressProps) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <a className="link min-w-0 break-all" href={url}>
        {url}
      </a>
      <CopyButton text={url} label={`address of ${of}`} isCompact />
    </span>
  )
}
