import { remedyOf } from '../messages/remedies'
import { PageLink } from './page-link'

/** Leads to what the documentation says about what `message` says; nothing where it says nothing. */
export function RemedyLink({ message }: { message: string }) {
  const docs = remedyOf(message)
  return docs === undefined ? null : <PageLink to={docs}>Read what to do</PageLink>
}
