/** The areas of the site, as each of its bars leads to them. */
export const sitePages = [
  { to: '/', label: 'Home' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/security', label: 'Security' },
  { to: '/portal', label: 'Portal' },
  { to: '/docs', label: 'Docs' },
]
