/** The `meta` of a page: its name in the browser's tab, before the list that it belongs to: `Production · Environments · SDO`. */
export const title = (...names: [string, ...string[]]) => [{ title: [...names, 'SDO'].join(' · ') }]

/** The same for a public page, with what search engines say about it. */
export const publicTitle = (name: string, description: string) => [
  ...title(name),
  { name: 'description', content: description },
]
