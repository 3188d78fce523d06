import { PageLink } from './page-link'

/** Leads to what the documentation says about a message; nothing where it says nothing. */
export const RemedyLink = ({ docs }: { docs: string | undefined }) =>
  docs === undefined ? null : <PageLink to={docs}>Read what to do</PageLink>
