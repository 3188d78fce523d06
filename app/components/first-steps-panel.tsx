import { useLocation } from '@remix-run/react'
import type { FirstStepName, FirstSteps } from '../services/navigation/first-steps'
import { declareVersionPage } from './portal-links'
import { rolesPage } from './external-resource-links'
import { deploymentDetailPage, deploymentPage } from './environment-links'
import { Form } from './form'
import { Icon } from './icon'
import { LinkButton } from './link-button'
import { usePortal } from './portal-bar'
import { SubmitButton } from './submit-button'

interface Step {
  name: FirstStepName
  label: string
  /** The page where the step is done, once the steps before it are. */
  to: (steps: FirstSteps) => string
}

const steps: Step[] = [
  { name: 'link-account', label: 'Link an AWS account', to: () => '/portal/external-resources/create' },
  {
    name: 'apply-template',
    label: 'Apply the role template',
    to: ({ account }) => rolesPage(account?.id ?? ''),
  },
  { name: 'create-environment', label: 'Create an environment', to: () => '/portal/environments/create' },
  {
    name: 'define-application',
    label: 'Define an application',
    to: () => '/portal/applications/create?example=sample',
  },
  {
    name: 'declare-version',
    label: 'Declare a version',
    to: ({ application }) => declareVersionPage(application?.id ?? '', application?.name ?? ''),
  },
  {
    name: 'deploy',
    label: 'Deploy it',
    to: ({ environment }) => deploymentPage(environment?.id ?? '', environment?.name ?? ''),
  },
  {
    name: 'open-address',
    label: 'Open its address',
    to: ({ deployment }) => deploymentDetailPage(deployment?.environmentId ?? '', deployment?.id ?? ''),
  },
]

/** Leads a team to its first live deployment; gone from then on, and until the next login where somebody sends it away. */
export function FirstStepsPanel() {
  const way = usePortal()?.firstSteps
  const { pathname } = useLocation()
  if (!way) return null
  const next = steps.find(({ name }) => name === way.next)
  return (
    <section aria-labelledby="first-steps-panel" className="panel mb-6 border-accent p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="first-steps-panel">Get your first application live</h2>
        <div className="flex items-baseline gap-x-3 text-muted">
          <p>{`${way.done.length} of ${steps.length}`}</p>
          <Form name="dismissFirstSteps" action="/portal/first-steps" className="" hasSummary={false}>
            <input type="hidden" name="list" value={pathname} />
            <SubmitButton tone="plain" pending="Dismissing…">
              Dismiss
            </SubmitButton>
          </Form>
        </div>
      </div>
      <ol className="mt-3 grid gap-x-6 gap-y-1.5 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ name, label }) => (
          <Item key={name} label={label} isDone={way.done.includes(name)} isNext={name === way.next} />
        ))}
      </ol>
      {next && (
        <p className="mt-4">
          {way.isForAdmin ? (
            <span className="text-muted">{`An admin of your team does this: ${next.label}.`}</span>
          ) : (
            <LinkButton primary to={next.to(way)}>
              {`Next: ${next.name === 'open-address' ? 'Watch it get live' : next.label}`}
            </LinkButton>
          )}
        </p>
      )}
    </section>
  )
}

function Item({ label, isDone, isNext }: { label: string; isDone: boolean; isNext: boolean }) {
  return (
    <li
      className={`flex items-center gap-2 ${isNext ? 'font-semibold' : isDone ? '' : 'text-muted'}`}
      aria-current={isNext ? 'step' : undefined}
    >
      <Icon
        name={isDone ? 'check' : isNext ? 'next' : 'dot'}
        className={isDone ? 'text-good' : isNext ? 'text-accent' : ''}
      />
      {label}
      {isDone && <span className="sr-only"> (done)</span>}
    </li>
  )
}
