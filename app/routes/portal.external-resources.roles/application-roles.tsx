import { StatusBadge } from '../../components/status-badge'
import type { AwsAccountRoles } from '../../services/aws-accounts/aws-account-views'
import { CopyText } from '../../components/copy-text'

interface ApplicationRolesProps {
  roles: AwsAccountRoles['applicationRoles']
}

/** The roles of applications, whether processes can have them, and what to do where they cannot. Nothing while there is none. */
export function ApplicationRoles({ roles }: ApplicationRolesProps) {
  if (roles.length === 0) return null
  const isWrong = roles.some(({ problem }) => problem !== undefined)
  return (
    <section aria-labelledby="application-roles">
      <h2 id="application-roles" className="mb-2">
        Roles of applications
      </h2>
      <p className="mb-2">
        {isWrong
          ? 'Processes get no credentials for these roles until you fix this.'
          : 'Each carries the tag for application roles and trusts the process runner.'}
      </p>
      <ul className="panel divide-y divide-line">
        {roles.map(({ arn, environments, problem }) => (
          <li key={arn} className="space-y-1 px-3 py-2">
            <div className="flex flex-wrap items-center gap-2">
              {problem === undefined ? (
                <StatusBadge tone="good">As required</StatusBadge>
              ) : (
                <StatusBadge tone="bad">Cannot be used</StatusBadge>
              )}
              <CopyText label="ARN of the role" text={arn} isCompact />
            </div>
            {problem !== undefined && <p className="[overflow-wrap:anywhere]">{problem}</p>}
            <p className="text-muted">Used in {environments.join(', ')}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
