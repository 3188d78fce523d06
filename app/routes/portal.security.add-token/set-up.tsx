import { CopyText } from '../../components/copy-text'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { ProofField, AuthenticatorCodeField } from '../../components/proof-fields'
import { SubmitButton } from '../../components/submit-button'
import { QrImage } from './qr-image'
import { EmptyState } from '../../components/empty-state'

/** Hands the key to an app, and asks for what shows that it got there. `code` is the key as text. */
export const SetUp = ({
  uri,
  code,
  needsPassword,
}: {
  uri: string
  code: string
  needsPassword: boolean
}) => (
  <ol className="max-w-form list-decimal space-y-5 pl-5">
    <li>
      Enter this key in your authenticator app.
      <p className="mt-3">
        <span className="block text-muted">Key</span>
        <CopyText label="key" text={code} />
      </p>
      <QrImage text={uri} label="Image for your authenticator app" />
    </li>
    <li>
      <p className="mb-3">Enter the code that the app now shows, within 30 minutes.</p>
      <Form name="activate">
        <AuthenticatorCodeField />
        <ProofField isNeeded={needsPassword} />
        <div className="flex gap-3">
          <SubmitButton pending="Adding…">Add token</SubmitButton>
          <LinkButton to="/portal/security">Cancel</LinkButton>
        </div>
      </Form>
    </li>
  </ol>
)

/** For whoever comes back to the page, or clicked twice. */
export const AddedAlready = () => (
  <EmptyState action={<LinkButton to="/portal/security">Website Security</LinkButton>}>
    This authenticator token was added already. If you did not see your recovery codes, create new ones under
    Website Security.
  </EmptyState>
)
