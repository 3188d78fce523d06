import type { ApplicationDetail } from '../services/applications/application-views'
import { PageLink } from './page-link'
import { environmentPage } from './environment-links'
import { Epoch } from './moment'

/** Why an application cannot be deleted yet, and from when it can; nothing where it can. */
export function DeletionRule({
  deletion: { isPossible, runsIn, possibleFromEpoch },
}: Pick<ApplicationDetail, 'deletion'>) {
  if (isPossible) return null
  return (
    <div className="space-y-1">
      {runsIn.length > 0 && (
        <p>
          {'Remove it from these environments before you delete it: '}
          {runsIn.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <PageLink to={environmentPage(id, name)}>{name}</PageLink>
            </span>
          ))}
          .
        </p>
      )}
      {possibleFromEpoch !== undefined && (
        <p>
          {'Its newest version is less than 24 hours old. You can delete the application from '}
          <Epoch epoch={possibleFromEpoch} />.
        </p>
      )}
    </div>
  )
}
