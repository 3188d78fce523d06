import type { MadeThingJson } from '../../services/made-lately/list-made-lately'
import { Choices } from '../../components/choices'
import { Form } from '../../components/form'
import { Epoch } from '../../components/moment'
import { SubmitButton } from '../../components/submit-button'

const words: Record<MadeThingJson['kind'], string> = {
  token: 'Token of',
  trust: 'Trusted identity of',
  person: 'Person',
  webhook: 'Webhook to',
}

/** Logs out everywhere else, and ends what may have been made there: a token outlives the session that it was made in. */
export const LogOutElsewhere = ({ made }: { made: MadeThingJson[] }) => (
  <Form name="logoutOthers" className="mt-3 space-y-4">
    {made.length > 0 && (
      <Choices
        legend="Also delete what your login created in the last seven days"
        name="madeThings"
        labels={made.map(({ kind, id, name, createdEpoch }) => [
          id,
          <>
            {`${words[kind]} ${name}, `}
            <Epoch epoch={createdEpoch} />
          </>,
        ])}
        chosen={[]}
      />
    )}
    <SubmitButton tone="danger" pending="Logging out…">
      Log out everywhere else
    </SubmitButton>
  </Form>
)
