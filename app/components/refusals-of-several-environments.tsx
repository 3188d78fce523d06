import type { CloudRefusal } from '../services/aws-accounts/cloud-refusal'
import type { EnvironmentList } from '../services/environments/environment-list-views'
import { CloudRefusalNotice } from './cloud-refusal'
import { inShort } from '../../core/text/words'

type Listed = Pick<EnvironmentList['environments'][number], 'id' | 'name' | 'refusal'>

interface SharedRefusal {
  key: string
  refusal: CloudRefusal
  environments: Listed[]
}

/** A role that cannot be used is the same fault whatever was asked of it. */
const keyOf = ({ reason, awsAccountId, message }: CloudRefusal) =>
  `${reason} ${awsAccountId} ${reason === 'AccessDenied' ? '' : message}`

/** Refusals of AWS that several environments have for one reason. */
export function sharedRefusals(environments: readonly Listed[]): SharedRefusal[] {
  const found = new Map<string, SharedRefusal>()
  for (const environment of environments) {
    if (!environment.refusal) continue
    const key = keyOf(environment.refusal)
    const shared = found.get(key) ?? { key, refusal: environment.refusal, environments: [] }
    shared.environments.push(environment)
    found.set(key, shared)
  }
  return [...found.values()].filter((shared) => shared.environments.length > 1)
}

/** Whether it is told once for several. */
export const isShared = (shared: readonly SharedRefusal[], { id }: Pick<Listed, 'id'>): boolean =>
  shared.some(({ environments }) => environments.some((one) => one.id === id))

/** Each of them once, with what to do, above the list. */
export const SharedRefusals = ({ shared, isAdmin }: { shared: SharedRefusal[]; isAdmin: boolean }) =>
  shared.map(({ key, refusal, environments }) => (
    <section key={key} aria-label="Refused by AWS">
      <CloudRefusalNotice refusal={refusal} isAdmin={isAdmin}>
        <p className="font-medium [overflow-wrap:anywhere]">
          {`This blocks ${environments.length} environments: ${inShort(environments.map(({ name }) => name))}.`}
        </p>
      </CloudRefusalNotice>
    </section>
  ))
