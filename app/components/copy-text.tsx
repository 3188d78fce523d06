import { CopyButton } from './copy-button'

interface CopyTextProps {
  label: string
  text: string
  /** Shows its beginning only; the whole is what a pointer that rests on it sees, and what is copied. */
  isShortened?: boolean
  /** Shows only the icon of the button, as in lists. */
  isCompact?: boolean
}

/** A value to copy, of one line or several. Without JavaScript it is plain text that one click selects. */
export function CopyText({ label, text, isShortened = false, isCompact = false }: CopyTextProps) {
  return (
    <span className={`inline-flex max-w-full items-center ${isCompact ? 'gap-1' : 'gap-2'}`}>
      <code
        className={`min-w-0 select-all ${isShortened ? 'max-w-[14ch] truncate' : 'whitespace-pre-line [overflow-wrap:anywhere]'}`}
        title={isShortened ? text : undefined}
        data-private
      >
        {text}
      </code>
      <CopyButton text={text} label={label} isCompact={isCompact} />
    </span>
  )
}
