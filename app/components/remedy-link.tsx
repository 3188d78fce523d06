import { remedyOf } from '../messages/remedies'
import { PageLink } from './page-link'

interface RemedyLinkProps {
  message: string
  /** Of the line of a log that the message is. */
  code?: string | undefined
}

/** Leads to what the documentation says about what `message` says; nothing where it says nothing. */
export function RemedyLink({ message, code }: RemedyLinkProps) {
  const docs = remedyOf(message, code)
  return docs === undefined ? null : <PageLink to={docs}>Read what to do</PageLink>
}
