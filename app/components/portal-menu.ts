/** The menu of the portal, in groups. */
export const portalMenu = [
  [
    { to: '/portal/applications', label: 'Applications' },
    { to: '/portal/environments', label: 'Environments' },
    { to: '/portal/external-resources', label: 'External Resources' },
    { to: '/portal/users', label: 'Users' },
    { to: '/portal/notifications', label: 'Notifications' },
  ],
  [
    { to: '/portal/security', label: 'Website Security' },
    { to: '/portal/account', label: 'Account' },
  ],
  [{ to: '/contact-us', label: 'Support' }],
]
