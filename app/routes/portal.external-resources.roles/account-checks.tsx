import { Epoch } from '../../components/moment'
import { StatusBadge, type Tone } from '../../components/status-badge'
import { Linked } from '../../components/linked'
import type { AwsAccountRoles } from '../../services/aws-accounts/aws-account-views'

type Check = AwsAccountRoles['checks'][number]

const looks: Record<Check['outcome'], { tone: Tone; word: string }> = {
  good: { tone: 'good', word: 'OK' },
  attention: { tone: 'warn', word: 'Needs attention' },
  unknown: { tone: 'neutral', word: 'Not checked' },
}

/** What the account is ready for, and what to do where it is not. Nothing before AWS was asked. */
export function AccountChecks({ checks, checkedEpoch }: Pick<AwsAccountRoles, 'checks' | 'checkedEpoch'>) {
  if (checkedEpoch === undefined) return null
  return (
    <section aria-labelledby="checks">
      <h2 id="checks" className="mb-2">
        Checks
      </h2>
      <p className="mb-2 text-muted">
        Last checked <Epoch epoch={checkedEpoch} />. SDO checks the account each day and when you press Update
        Status.
      </p>
      <ul className="panel divide-y divide-line">
        {checks.map(({ name, outcome, found, remedy }) => (
          <li key={name} className="space-y-1 px-3 py-2">
            <div className="flex flex-wrap items-center gap-2">
              <StatusBadge tone={looks[outcome].tone}>{looks[outcome].word}</StatusBadge>
              <span className="font-medium">{name}</span>
            </div>
            <p className="[overflow-wrap:anywhere]">{found}</p>
            {remedy !== undefined && (
              <p className="[overflow-wrap:anywhere]">
                <Linked text={remedy} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
