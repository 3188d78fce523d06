import { fewRecoveryCodes, recoveryCodesPerSet } from '../../messages/account-messages'
import { LinkButton } from '../../components/link-button'
import { Notice } from '../../components/notice'

/** How many recovery codes somebody with a second factor still has. */
export const RecoveryCodesLeft = ({ left }: { left: number }) => (
  <section className="mt-8">
    <h2 className="mb-2">Recovery codes</h2>
    {left <= fewRecoveryCodes && (
      <Notice tone="warn">
        {left === 0
          ? 'You have no recovery codes: without your authenticator app you cannot log in.'
          : 'You have few recovery codes left.'}{' '}
        Make new ones.
      </Notice>
    )}
    <p className="mb-3 text-muted">
      {`${left} of ${recoveryCodesPerSet} left. `}
      Each of them logs you in once when your authenticator app is not at hand.
    </p>
    <LinkButton to="/portal/security/recovery-codes">Make new recovery codes</LinkButton>
  </section>
)
