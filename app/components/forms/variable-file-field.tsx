import {
  readVariableFile,
  type VariableLine,
  writeVariableFile,
} from '../../../core/application/variable-file'
import { longest } from '../../../core/text/longest'
import { markOfVariableFile } from '../../input/variable-file'
import { TextAreaField } from '../field'
import { useForm } from '../form-context'
import { StatusBadge } from '../status-badge'
import { Table } from '../table'

/** A box for a whole `.env` file, with what was read of it as soon as it was sent once; and the same file of what there is. */
export function VariableFileField({ variables }: { variables: Record<string, string> }) {
  const { refusal } = useForm()
  const [pasted = ''] = refusal?.values.variableFile ?? []
  return (
    <>
      <details open={pasted !== '' || undefined}>
        <summary className="link">Paste a .env file</summary>
        <div className="mt-3 space-y-3">
          <TextAreaField
            name="variableFile"
            label="Content of the file"
            hint="NAME=value lines. You see what was read before anything is saved. They are added, or replace variables with the same name."
            rows={6}
            maxLength={longest.variableFile}
            spellCheck={false}
            className="input font-mono"
          />
          {pasted.trim() !== '' && (
            <>
              <input type="hidden" name="variableFileRead" value={markOfVariableFile(pasted)} />
              <WhatWasRead lines={readVariableFile(pasted)} />
            </>
          )}
        </div>
      </details>
      {Object.keys(variables).length > 0 && (
        <details>
          <summary className="link">Copy the variables as a .env file</summary>
          <textarea
            className="input mt-3 font-mono"
            aria-label="Saved variables as a .env file"
            rows={6}
            readOnly
            spellCheck={false}
            value={writeVariableFile(variables)}
          />
        </details>
      )}
    </>
  )
}

const WhatWasRead = ({ lines }: { lines: VariableLine[] }) => (
  <Table
    caption="What was read of the file"
    rows={lines}
    rowKey={({ number }) => String(number)}
    columns={[
      { header: 'Line', numeric: true, cell: ({ number }) => number },
      { header: 'Name', long: true, cell: ({ name }) => (name === '' ? '–' : <code>{name}</code>) },
      { header: 'Value', long: true, cell: (line) => <ReadValue {...line} /> },
      { header: 'Note', cell: (line) => <Notes {...line} /> },
    ]}
    empty="The file has no variables."
  />
)

/** More of a value does not help to recognise it. */
const mostShown = 200

function ReadValue({ value, fault }: VariableLine) {
  if (fault !== undefined) return '–'
  if (value === '') return <span className="text-muted">empty</span>
  const isLong = value.length > mostShown
  return (
    <>
      <code className="whitespace-pre-wrap">{isLong ? `${value.slice(0, mostShown)}…` : value}</code>
      {isLong && <span className="text-muted"> ({value.length} characters)</span>}
    </>
  )
}

function Notes({ fault, notes }: VariableLine) {
  if (fault !== undefined)
    return (
      <StatusBadge tone="bad" long>
        {fault.replace(/^Line \d+:? /, '')}
      </StatusBadge>
    )
  return notes.map((note) => (
    <p key={note}>
      <StatusBadge tone="warn" long>
        {note}
      </StatusBadge>
    </p>
  ))
}
