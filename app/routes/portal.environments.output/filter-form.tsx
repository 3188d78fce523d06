import { useId, type ReactNode } from 'react'
import { Form } from '@remix-run/react'
import { longest } from '../../../core/text/longest'
import { LinkButton } from '../../components/link-button'
import { environmentOutputPage } from '../../components/environment-links'
import { spans, spanNames, type AskedOutput } from './asked-output'

interface FilterFormProps {
  environmentId: string
  applications: { id: string; name: string }[]
  deployments: { id: string; sequence: number }[]
  asked: AskedOutput
}

const leastLevels = [
  { value: 'info', label: 'Info and above' },
  { value: 'warn', label: 'Warnings and above' },
  { value: 'error', label: 'Errors only' },
]

/** Form of the search. Its values stand in the address, so that a search can be kept and sent on. */
export function FilterForm({ environmentId, applications, deployments, asked }: FilterFormProps) {
  const { processId, span } = asked
  return (
    <Form
      method="get"
      role="search"
      aria-label="Search of logs"
      className="panel mb-4 grid grid-cols-2 gap-3 p-3 lg:grid-cols-4"
    >
      <input type="hidden" name="id" value={environmentId} />
      {processId !== undefined && <input type="hidden" name="processId" value={processId} />}
      <Control label="Contains" className="col-span-2">
        {(id) => (
          <input
            id={id}
            name="text"
            type="search"
            className="input"
            autoComplete="off"
            maxLength={longest.line}
            defaultValue={asked.text ?? ''}
          />
        )}
      </Control>
      <Choice label="Level" name="level" value={asked.level ?? ''} any="All" options={leastLevels} />
      <Choice
        label="Time"
        name="since"
        value={span ?? ''}
        {...(asked.deploymentId !== undefined && { any: 'Whole deployment' })}
        options={spanNames.map((value) => ({ value, label: spans[value].label }))}
      />
      {processId === undefined && (
        <>
          <Choice
            label="Application"
            name="applicationId"
            value={asked.applicationId ?? ''}
            any="All"
            options={applications.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Choice
            label="Deployment"
            name="deploymentId"
            value={asked.deploymentId ?? ''}
            any="All"
            options={deployments.map(({ id, sequence }) => ({ value: id, label: `Deployment ${sequence}` }))}
          />
        </>
      )}
      <Control label="Until (UTC)" className="max-sm:col-span-2">
        {(id) => (
          <input
            id={id}
            name="until"
            type="datetime-local"
            step="1"
            className="input"
            defaultValue={asked.untilEpoch === undefined ? '' : typedTime(asked.untilEpoch)}
          />
        )}
      </Control>
      <div className="col-span-2 flex items-end gap-3 lg:col-span-1">
        <button type="submit" className="button button-primary">
          Search
        </button>
        <LinkButton to={environmentOutputPage(environmentId)}>Clear</LinkButton>
      </div>
    </Form>
  )
}

/** As the field of a browser has it; a time between two seconds counts as the next one, so that nothing is left out. */
const typedTime = (epoch: number) => new Date(Math.ceil(epoch / 1000) * 1000).toISOString().slice(0, 19)

interface ChoiceProps {
  label: string
  name: string
  value: string
  /** What choosing none means; absent where one is always chosen. */
  any?: string
  options: { value: string; label: string }[]
}

function Choice({ label, name, value, any, options }: ChoiceProps) {
  const isListed = value === '' || options.some((option) => option.value === value)
  return (
    <Control label={label}>
      {(id) => (
        <select id={id} name={name} defaultValue={value} className="input">
          {any !== undefined && <option value="">{any}</option>}
          {!isListed && <option value={value}>The one you came from</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Control>
  )
}

function Control({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  )
}
