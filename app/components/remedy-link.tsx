import { PageLink } from './page-link'

/** Leads to what the documentation says about a message; nothing where it says nothing. */
export const RemedyLink = ({ docs }: { docs: string | undefined }) =>
  docs === undefined ? null : <PageLink to={docs}>Read what to do</PageLink>

interface SaidProps {
  message: string
  /** Where the documentation says what to do about it. */
  docs: string | undefined
}

/** A message of SDO, with a link to what the documentation says to do about it. */
export const Said = ({ message, docs }: SaidProps) => (
  <span className="min-w-0 text-muted [overflow-wrap:anywhere]">
    {message} <RemedyLink docs={docs} />
  </span>
)
