const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Variables as a `.env` file, each so that SDO and other programs that read such files give back the same. */
export const writeVariableFile = (variables: Record<string, string>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${write(value)}\n`)
    .join('')

function write(value: string): string {
  if (/^[\w./:@%+,-]*$/.test(value)) return value
  // In single quotes nothing stands for anything else.
  if (!/['\\\r\n\t]/.test(value)) return `'${value}'`
  return `"${value.replaceAll(/[\\"$]/g, '\\$&').replaceAll(/[\n\r\t]/g, (character) => escapes[character] ?? character)}"`
}
