import type { RoleDiffs } from '../../../core/resources/aws-account'
import { StatusBadge } from '../../components/status-badge'
import type { AwsAccountRoles } from '../../services/aws-accounts/aws-account-views'
import { CopyButton } from '../../components/copy-button'

type Role = AwsAccountRoles['roles'][number]

const list = (label: string, names: string[]) => (names.length === 0 ? [] : [`${label}: ${names.join(', ')}`])

/** Every difference as a sentence a person can act on. */
const differences = (diffs: RoleDiffs): string[] => [
  ...(diffs.roleMissing ? ['The role is missing.'] : []),
  ...(diffs.assumePolicyMissmatch ? ['The trust policy differs.'] : []),
  ...(diffs.pathMissmatch ? ['The path differs: it must be /sdo/.'] : []),
  ...list('Missing inline policies', diffs.missingInlinePolicies),
  ...list('Inline policies that differ', diffs.missmatchingInlinePolicies),
  ...list('Inline policies that must go', diffs.extraInlinePolicies),
  ...list('Missing managed policies', diffs.missingManagedPolicies),
  ...list('Managed policies that must go', diffs.extraManagedPolicies),
]

/** A policy, to be read and to be copied. */
function Document({
  definition,
  label,
  isPrivate,
}: {
  definition: unknown
  label: string
  isPrivate?: true
}) {
  const text = JSON.stringify(definition, null, 2)
  return (
    <div className="relative">
      <pre className="overflow-x-auto rounded-md bg-canvas p-3 pr-10" tabIndex={0} data-private={isPrivate}>
        {text}
      </pre>
      <CopyButton text={text} label={label} className="absolute right-2 top-2" isCompact />
    </div>
  )
}

interface RolePanelProps {
  role: Role
  /** `refused` by the examination role, and so `impossible` of the others, where AWS lets nobody in. */
  examination: 'done' | 'refused' | 'impossible'
}

/** A required role: what it must look like and how the installed one differs. Open where something is wrong. */
export function RolePanel({ role, examination }: RolePanelProps) {
  const wrong = examination === 'done' && role.diffs ? differences(role.diffs) : []
  return (
    <details className={`panel ${wrong.length > 0 ? 'border-bad' : ''}`} open={wrong.length > 0}>
      <summary className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
        <code className="break-all font-medium">{role.name}</code>
        {examination === 'refused' && <StatusBadge tone="bad">Missing or differs</StatusBadge>}
        {examination === 'impossible' && <StatusBadge tone="neutral">Could not be looked at</StatusBadge>}
        {examination === 'done' &&
          role.diffs &&
          (wrong.length > 0 ? (
            <StatusBadge tone="bad">Differs</StatusBadge>
          ) : (
            <StatusBadge tone="good">As required</StatusBadge>
          ))}
      </summary>
      <div className="space-y-3 border-t border-line px-3 py-3">
        <p>{role.description}</p>
        {wrong.length > 0 && (
          <ul className="list-disc pl-5 font-medium text-bad">
            {wrong.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        <h3 className="font-medium">Trust policy</h3>
        <p className="text-muted">{role.assumePolicy.description}</p>
        {/* It holds the external ID, by which alone SDO is let in. */}
        <Document
          definition={role.assumePolicy.definition}
          label={`trust policy of ${role.name}`}
          isPrivate
        />
        {role.policies.map(({ name, description, definition }) => (
          <div key={name} className="space-y-2">
            <h3 className="break-words font-medium">
              Inline policy <code>{name}</code>
            </h3>
            <p className="text-muted">{description}</p>
            <Document definition={definition} label={`policy ${name}`} />
          </div>
        ))}
        {role.managedPolicies.length > 0 && <p>Managed policies: {role.managedPolicies.join(', ')}</p>}
      </div>
    </details>
  )
}
