import { useSearchParams } from '@remix-run/react'
import { PageLink } from './page-link'

const severities = [
  { label: 'All lines', value: '' },
  { label: 'Errors only', value: 'ERROR' },
]
const parts = [
  { label: 'Everything', value: '' },
  { label: 'Environment', value: 'network' },
  { label: 'Deployments', value: 'deployment' },
]

/** Links that choose the lines of a log. */
export function LogLinks({ hasParts }: { hasParts: boolean }) {
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-2">
      <Links label="Severity" parameter="severity" choices={severities} />
      {hasParts && <Links label="Part of the log" parameter="part" choices={parts} />}
    </div>
  )
}

interface LinksProps {
  label: string
  parameter: string
  choices: { label: string; value: string }[]
}

function Links({ label, parameter, choices }: LinksProps) {
  const [search] = useSearchParams()
  const asked = search.get(parameter) ?? ''
  const open = choices.some(({ value }) => value === asked) ? asked : ''
  const to = (value: string) =>
    `?${new URLSearchParams({ ...Object.fromEntries(search), [parameter]: value, before: '' }).toString()}`
  return (
    <nav aria-label={label} className="flex gap-4">
      {choices.map(({ label, value }) => (
        <PageLink
          key={label}
          to={to(value)}
          aria-current={value === open ? 'page' : undefined}
          className={value === open ? 'font-semibold' : 'link'}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  )
}
