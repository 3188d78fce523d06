import type { ApiField } from '../../content/api-reference/describe-fields'

interface FieldTableProps {
  caption: string
  fields: (ApiField & { place?: string })[]
  /** Mark of a field: that it has to be sent, or that it may be missing in an answer. */
  says: 'required' | 'optional'
}

export const FieldTable = ({ caption, fields, says }: FieldTableProps) => (
  <table className="text-portal">
    <caption className="text-left font-semibold">{caption}</caption>
    <thead className="sr-only">
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Value</th>
      </tr>
    </thead>
    <tbody>
      {fields.map(({ name, kind, isRequired, place }) => (
        <tr key={name}>
          <td className="sm:w-2/5">
            <code className="!whitespace-normal">{name}</code>
          </td>
          <td>
            {kind}
            {place === 'query' && ', in the query'}
            {isRequired === (says === 'required') && <span className="text-muted"> ({says})</span>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
