/** Rows as a CSV file (RFC 4180), safe to open in a spreadsheet: no cell is a formula. */
export const toCsv = (rows: string[][]): string =>
  rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')

function toCell(value: string): string {
  // Spreadsheets run what starts like this, and names are typed by people.
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
