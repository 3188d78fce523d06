import papaparse from 'papaparse'

/** The beginning of a cell that spreadsheets run, also where blanks or quotation marks come first. */
const formula = /^[ "']*[=+\-@＝＋－＠]|^[\t\r\n]/

/** A formula behind a character that a spreadsheet may take for the end of a cell: the reader's country decides which one that is. */
const formulaInside = /([;\t\r\n])(?=[ "']*[=+\-@＝＋－＠])/g

/** Rows as a CSV file (RFC 4180), each cell quoted, and safe to open in a spreadsheet: what would be a formula begins with `'`. */
export const toCsv = (rows: string[][]): string =>
  `${papaparse.unparse(
    rows.map((row) => row.map((cell) => cell.replace(formulaInside, "$1'"))),
    { quotes: true, escapeFormulae: formula, newline: '\r\n' },
  )}\r\n`
