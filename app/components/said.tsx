import { RemedyLink } from './remedy-link'

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
