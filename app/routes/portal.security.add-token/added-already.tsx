import { EmptyState } from '../../components/empty-state'
import { LinkButton } from '../../components/link-button'

/** For whoever comes back to the page, or clicked twice. */
export const AddedAlready = () => (
  <EmptyState action={<LinkButton to="/portal/security">Website Security</LinkButton>}>
    This authenticator token was added already. If you did not see your recovery codes, create new ones under
    Website Security.
  </EmptyState>
)
