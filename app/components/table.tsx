import type { ReactNode } from 'react'
import { EmptyState } from './empty-state'

interface Column<Row> {
  header: string
  /** Numbers stand at the right, in digits of one width. */
  numeric?: boolean
  /** Hides the header from view, as for a column of buttons. */
  unlabelled?: boolean
  /** Holds words of any length, such as addresses, which may be broken anywhere. */
  long?: boolean
  /** A class with the share of the table that it gets; where one column has one, all but one should. */
  width?: string
  cell: (row: Row) => ReactNode
}

interface TableProps<Row> {
  /** The name of the table, for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** Shown in its place while there are no rows: what belongs in it. */
  empty?: ReactNode
  /** The passage about that, where it is not that of the page. */
  emptyDocs?: string
  /** For many rows that are read down: lower ones, whose cells begin at one height. */
  isDense?: boolean
}

/**
 * A list. The first column names the row; on a phone each row is a block with that name on top and a line for each other
 * column. One that is wider than its place scrolls, by keys too, and has a shadow where it goes on.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  emptyDocs,
  isDense = false,
}: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <EmptyState docs={emptyDocs}>{empty}</EmptyState>
  return (
    <div className="panel scrolls-sideways relative" role="region" aria-label={caption} tabIndex={0}>
      {/* The roles are those of the elements, which some browsers forget when a table is laid out as blocks. */}
      <table
        className={`listing ${isDense ? 'dense' : ''} ${columns.some(({ width }) => width) ? 'sm:table-fixed' : ''}`}
        role="table"
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                role="columnheader"
                className={`${column.numeric ? 'numeric' : ''} ${column.width ?? ''}`}
              >
                <span className={column.unlabelled ? 'sr-only' : ''}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.header} scope="row" role="rowheader">
                    {column.cell(row)}
                  </th>
                ) : (
                  <Cell key={column.header} column={column} row={row} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { header, numeric, unlabelled, long, cell } = column
  const content = cell(row)
  return (
    <td
      role="cell"
      data-label={unlabelled ? undefined : header}
      className={`${numeric ? 'numeric' : ''} ${content === null ? 'max-sm:!hidden' : ''}`}
    >
      {/* One element, so that a phone can put the label beside it. */}
      <div className={unlabelled ? 'row-actions' : long ? '[overflow-wrap:anywhere]' : undefined}>
        {content}
      </div>
    </td>
  )
}
