import { Notice } from '../../components/notice'
import { messages } from '../../messages/messages'
import type { AwsAccountDependents } from '../../services/aws-accounts/aws-account-views'
import { groupDependents } from './group-dependents'

/** The resources that must be deleted first. Renders nothing where nothing must. */
export function Dependents({ dependents }: { dependents: AwsAccountDependents }) {
  const groups = groupDependents(dependents)
  if (groups.length === 0) return null
  return (
    <Notice tone="warn">
      <p className="font-medium">{messages.awsAccountHasDependencies.text}</p>
      <dl className="mt-2 space-y-2">
        {groups.map(({ kind, names }) => (
          <div key={kind}>
            <dt className="text-muted">{kind}</dt>
            {names.map((name) => (
              <dd key={name} className="[overflow-wrap:anywhere]">
                {name}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Notice>
  )
}
