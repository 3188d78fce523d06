import type { ReactNode } from 'react'

export interface Column<Row> {
  header: string
  /** Numbers stand at the right, in digits of one width. */
  numeric?: boolean
  /** Hides the header from view, as for a column of buttons. */
  unlabelled?: boolean
  cell: (row: Row) => ReactNode
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

/** A list. The first column names the row. Show <EmptyState> instead when there are no rows. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  const alignment = ({ numeric }: Column<Row>) => (numeric ? 'text-right tabular-nums' : 'text-left')
  return (
    <div className="panel relative overflow-x-auto" role="region" aria-label={caption} tabIndex={0}>
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                className={`px-3 py-2 font-medium ${alignment(column)} whitespace-nowrap`}
              >
                <span className={column.unlabelled ? 'sr-only' : ''}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.header} scope="row" className="px-3 py-2 text-left font-medium">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.header} className={`px-3 py-2 ${alignment(column)}`}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
