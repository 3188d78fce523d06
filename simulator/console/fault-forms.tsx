import { ActionButton } from './action-button'

const actions = [
  'ec2:RunInstances',
  'ec2:DescribeInstances',
  'ec2:TerminateInstances',
  'ec2:CreateVpc',
  'elasticloadbalancing:CreateLoadBalancer',
  'elasticloadbalancing:RegisterTargets',
  'iam:GetRole',
]

/** Forms for faults between SDO and AWS, and for what Amazon publishes. Both are the cloud's, so they strike whichever account calls next. */
export function FaultForms({ accountNumber }: { accountNumber: string }) {
  return (
    <section aria-labelledby="faults" className="space-y-3 border-t border-line pt-6">
      <h2 id="faults">Faults and machine images</h2>
      <datalist id="actions">
        {actions.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
      <form
        method="post"
        action={`/dev/aws/${accountNumber}/throttle`}
        className="flex flex-wrap items-end gap-3"
      >
        <label className="font-medium">
          Call
          <input className="input" name="action" list="actions" defaultValue={actions[0]} required />
        </label>
        <label className="font-medium">
          Times
          <input className="input" name="times" type="number" min="1" max="1000" defaultValue="3" required />
        </label>
        <button className="button">Throttle the call</button>
        <button className="button" formAction={`/dev/aws/${accountNumber}/lose-response`}>
          Lose its next response
        </button>
      </form>
      <ActionButton
        accountNumber={accountNumber}
        action="publish-image"
        label="Publish a newer machine image"
      />
    </section>
  )
}
