import { useSearchParams } from '@remix-run/react'
import { ChoiceLinks } from './choice-links'

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
    <ChoiceLinks
      label={label}
      choices={choices.map(({ label, value }) => ({ label, to: to(value), isOpen: value === open }))}
    />
  )
}
