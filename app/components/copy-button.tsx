import { useEffect, useState } from 'react'
import { Icon } from './icon'

interface CopyButtonProps {
  text: string
  /** The name of the copied thing, for those who do not see it. */
  label?: string
  className?: string
  /** Only the icon is seen, as in lists. Its place is kept while there is none, so that nothing moves. */
  isCompact?: boolean
}

/** Copies a text. Without JavaScript, or where the browser has no clipboard for the page, there is none. */
export function CopyButton({ text, label, className = '', isCompact = false }: CopyButtonProps) {
  const [canCopy, setCanCopy] = useState(false)
  const [copied, setCopied] = useState(false)
  useEffect(() => setCanCopy(Boolean(navigator.clipboard)), [])
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  if (!canCopy) return isCompact ? <span className="inline-block size-6 shrink-0" /> : null
  return (
    <button
      type="button"
      className={`${isCompact ? 'inline-flex size-6 shrink-0 items-center justify-center rounded text-muted hover:bg-canvas hover:text-ink' : 'button px-1.5 py-0.5'} ${className}`}
      title={isCompact ? `Copy${label === undefined ? '' : ` ${label}`}` : undefined}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      <span aria-live="polite" className={isCompact ? 'sr-only' : undefined}>
        {copied ? 'Copied' : 'Copy'}
        {label !== undefined && <span className="sr-only"> {label}</span>}
      </span>
    </button>
  )
}
