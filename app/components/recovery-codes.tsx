import { CopyText } from './copy-text'
import { LinkButton } from './link-button'
import { Notice } from './notice'

/** The only time that a set of recovery codes can be seen. */
export const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <>
    <Notice tone="good" role="status">
      <p className="mb-1 font-medium">
        These are your recovery codes. Save them now: they cannot be shown again.
      </p>
      <p>
        Print them, or store them with your passwords, but not only on the phone with your authenticator app.
        Each code logs you in once, with your password, if you do not have the app.
      </p>
    </Notice>
    <div className="panel mb-5 px-4 py-3">
      <CopyText label="the recovery codes" text={codes.join('\n')} />
    </div>
    <LinkButton primary to="/portal/security">
      I have kept them
    </LinkButton>
  </>
)
