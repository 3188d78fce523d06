import { StatusBadge } from '../../components/status-badge'

interface ApplicationRolesProps {
  roles: { arn: string; environments: string[]; problem: string }[]
}

/** The roles of applications that processes cannot have, and what to do about each. Nothing while there is none. */
export function ApplicationRoles({ roles }: ApplicationRolesProps) {
  if (roles.length === 0) return null
  return (
    <section aria-labelledby="application-roles">
      <h2 id="application-roles" className="mb-2">
        Roles of applications
      </h2>
      <p className="mb-2">Processes get no credentials of these roles until this is mended.</p>
      <ul className="panel divide-y divide-line">
        {roles.map(({ arn, environments, problem }) => (
          <li key={arn} className="space-y-1 px-3 py-2">
            <div className="flex flex-wrap items-center gap-2">
              <StatusBadge tone="bad">Cannot be used</StatusBadge>
              <code className="[overflow-wrap:anywhere]">{arn}</code>
            </div>
            <p className="[overflow-wrap:anywhere]">{problem}</p>
            <p className="text-muted">Used in {environments.join(', ')}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
