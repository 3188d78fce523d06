import { CopyText } from '../../components/copy-text'
import { Notice } from '../../components/notice'

/** The only time that a secret can be seen. */
export const NewSecret = ({ secret }: { secret: string }) => (
  <Notice tone="good" role="status">
    <p className="mb-1 font-medium">
      This is the secret that messages are signed with. Copy it now: it can not be shown again.
    </p>
    <CopyText label="the secret" text={secret} />
  </Notice>
)
