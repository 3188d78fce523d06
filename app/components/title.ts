/** The `meta` of a page: its name in the browser's tab. */
export const title = (name: string) => [{ title: `${name} · SDO` }]
