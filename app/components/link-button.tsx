import { Link, type LinkProps } from '@remix-run/react'

/** A link that looks like a button: it opens a page, it changes nothing. */
export function LinkButton({ primary = false, className = '', ...props }: LinkProps & { primary?: boolean }) {
  return <Link {...props} className={`button ${primary ? 'button-primary' : ''} ${className}`} />
}
