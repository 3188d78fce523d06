/** The `meta` of a page: its name in the browser's tab, before the list that it belongs to: `Production · Environments · SDO`. */
export const title = (...names: [string, ...string[]]) => [{ title: [...names, 'SDO'].join(' · ') }]

/** Title of a public page, with the text that search engines show. */
export const publicTitle = (name: string, description: string) => [
  ...title(name),
  { name: 'description', content: description },
]
