import { RemedyLink } from './remedy-link'

/** A message of SDO, with a link to what the documentation says to do about it. */
export const Said = ({ message }: { message: string }) => (
  <span className="min-w-0 text-muted [overflow-wrap:anywhere]">
    {message} <RemedyLink message={message} />
  </span>
)
