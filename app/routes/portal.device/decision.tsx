import { CurrentPasswordField } from '../../components/proof-fields'
import { Details } from '../../components/details'
import { Form } from '../../components/form'
import { Age } from '../../components/moment'
import { Notice } from '../../components/notice'
import { SubmitButton } from '../../components/submit-button'

interface DecisionProps {
  request: { address: string; userAgent: string; createdEpoch: number; isFromElsewhere: boolean }
  /** E-mail address of the person who decides. */
  email: string
  needsPassword: boolean
  nowEpoch: number
}

/** Says what asks to be let in, and what it then can do; and lets the person decide. */
export const Decision = ({ request, email, needsPassword, nowEpoch }: DecisionProps) => (
  <div className="max-w-form space-y-5">
    {request.isFromElsewhere && (
      <Notice tone="warn">
        The request comes from another network than yours. That is normal for a remote machine. If you do not
        know why, refuse.
      </Notice>
    )}
    <Details
      facts={[
        { term: 'Client', value: `${request.userAgent || 'Nothing'} (not verified)` },
        { term: 'IP address', value: request.address || 'Unknown' },
        { term: 'Requested', value: <Age epoch={request.createdEpoch} nowEpoch={nowEpoch} /> },
      ]}
    />
    <p>
      {`Once approved it is logged in as ${email}, for seven days at most. It can do everything that you can do: deploy, change, delete and cause costs. `}
      It cannot do what asks for your password. Website Security lists it, and logs it out.
    </p>
    <p>
      <strong>Approve only what you started yourself.</strong> SDO staff will never ask you to.
    </p>
    <Form name="approve">
      {needsPassword && <CurrentPasswordField />}
      <SubmitButton pending="Approving…">Approve</SubmitButton>
    </Form>
    <Form name="refuse">
      <SubmitButton tone="plain" pending="Refusing…">
        Refuse
      </SubmitButton>
    </Form>
  </div>
)
