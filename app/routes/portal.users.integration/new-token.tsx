import { CopyText } from '../../components/copy-text'
import { Notice } from '../../components/notice'

/** The only time that a token can be seen. */
export function NewToken({ token }: { token: string }) {
  return (
    <Notice tone="good" role="status">
      <p className="mb-1 font-medium">
        This is the new token. Copy it now: it is not stored and cannot be shown again.
      </p>
      <CopyText label="the token" text={token} />
    </Notice>
  )
}
