/** Whether a row has what was typed in its name, upper and lower case alike. Everything has nothing in it. */
export function namedLike(typed: string): (row: { name: string }) => boolean {
  const wanted = typed.trim().toLowerCase()
  return ({ name }) => name.toLowerCase().includes(wanted)
}
