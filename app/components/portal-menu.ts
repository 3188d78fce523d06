interface MenuEntry {
  to: string
  label: string
  /** Whether nobody else may open it. */
  isForAdmins?: true
}

/** The menu of the portal, in groups. */
export const portalMenu: MenuEntry[][] = [
  [
    { to: '/portal/applications', label: 'Applications' },
    { to: '/portal/environments', label: 'Environments' },
    { to: '/portal/external-resources', label: 'External Resources' },
    { to: '/portal/users', label: 'Users' },
    { to: '/portal/notifications', label: 'Notifications' },
    { to: '/portal/audit-log', label: 'Audit log', isForAdmins: true },
  ],
  [
    { to: '/portal/security', label: 'Website Security' },
    { to: '/portal/account', label: 'Account' },
  ],
  [{ to: '/contact-us', label: 'Support' }],
]

/** The entries for one reader. */
export const menuOf = (person: { isAdmin: boolean } | undefined): MenuEntry[][] =>
  portalMenu.map((entries) => entries.filter(({ isForAdmins }) => !isForAdmins || person?.isAdmin))
