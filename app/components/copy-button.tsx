import { useEffect, useState } from 'react'
import { Icon } from './icon'

interface CopyButtonProps {
  text: string
  /** The name of the copied thing, for those who do not see it. */
  label?: string
  className?: string
}

/** Copies a text. Without JavaScript, or where the browser has no clipboard for the page, there is none. */
export function CopyButton({ text, label, className = '' }: CopyButtonProps) {
  const [canCopy, setCanCopy] = useState(false)
  const [copied, setCopied] = useState(false)
  useEffect(() => setCanCopy(Boolean(navigator.clipboard)), [])
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  if (!canCopy) return null
  return (
    <button
      type="button"
      className={`button px-1.5 py-0.5 ${className}`}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      <span aria-live="polite">
        {copied ? 'Copied' : 'Copy'}
        {label !== undefined && <span className="sr-only"> {label}</span>}
      </span>
    </button>
  )
}
