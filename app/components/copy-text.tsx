import { useEffect, useState } from 'react'
import { Icon } from './icon'

interface CopyTextProps {
  label: string
  text: string
  /** Shows its beginning only; the whole is what a pointer that rests on it sees, and what is copied. */
  isShortened?: boolean
}

/** A value to copy, of one line or several. Without JavaScript it is plain text that one click selects. */
export function CopyText({ label, text, isShortened = false }: CopyTextProps) {
  const [canCopy, setCanCopy] = useState(false)
  const [copied, setCopied] = useState(false)
  useEffect(() => setCanCopy(Boolean(navigator.clipboard)), [])
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <code
        className={`min-w-0 select-all ${isShortened ? 'max-w-[14ch] truncate' : 'whitespace-pre-line [overflow-wrap:anywhere]'}`}
        title={isShortened ? text : undefined}
        data-private
      >
        {text}
      </code>
      {canCopy && (
        <button
          type="button"
          className="button px-1.5 py-0.5"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          <Icon name={copied ? 'check' : 'copy'} />
          <span aria-live="polite">
            {copied ? 'Copied' : 'Copy'}
            <span className="sr-only"> {label}</span>
          </span>
        </button>
      )}
    </span>
  )
}
