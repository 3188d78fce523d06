import { CopyText } from '../../components/copy-text'
import { Notice } from '../../components/notice'

/** The only time that a secret can be seen. */
export const NewSecret = ({ secret }: { secret: string }) => (
  <Notice tone="good" role="status">
    <p className="mb-1 font-medium">
      SDO signs messages with this secret. Copy it now: it cannot be shown again.
    </p>
    <CopyText label="the secret" text={secret} />
  </Notice>
)
