import type { RoleProblem } from '../services/environment-contents/role-problems'
import { Notice } from './notice'
import { RemedyLink } from './remedy-link'

/** As many as somebody reads before they mend the first. */
const mostShown = 20

/** That processes get no credentials of some of their roles, which fails no deployment; nothing where none is known to be wrong. */
export function RoleProblems({ problems }: { problems: RoleProblem[] }) {
  if (problems.length === 0) return null
  return (
    <Notice tone="warn">
      <p className="font-medium">
        Processes get no credentials of these roles. A deployment goes live without them.
      </p>
      <ul className="list-disc pl-5">
        {problems.slice(0, mostShown).map(({ applicationName, key, arn, problem }) => (
          <li key={`${applicationName} ${key}`}>
            {`${applicationName}, ${key}: `}
            <span className="break-all">{arn}</span>
            {`. ${problem} `}
            <RemedyLink docs="/docs/application-integration#aws-credentials" />
          </li>
        ))}
        {problems.length > mostShown && <li>{`and ${problems.length - mostShown} more`}</li>}
      </ul>
    </Notice>
  )
}
