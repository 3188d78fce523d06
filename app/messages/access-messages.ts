import { declareMessages } from '../../core/messages/declare-messages'

const whoMay = '/docs/users#who-may-do-what'
const approval = '/docs/deployments#approval'
const second = 'so another admin of your team has to approve it.'

/** Messages about who may do what. */
export const accessMessages = declareMessages('access', {
  loginFirst: 'Please log in first.',
  verifyFirst: 'Please verify your e-mail address first.',
  changePasswordFirst: 'Please change your password first.',
  acceptTermsFirst: 'Please accept the terms of service first.',
  denied: { docs: whoMay, text: 'You may not do this.' },
  adminsOnly: { docs: whoMay, text: 'Only an admin of your team may do this.' },
  protected: { docs: approval, text: 'The environment is protected. Take the protection off first.' },
  protectedForMembers: {
    docs: whoMay,
    text: 'The environment is protected. Only an admin of your team may change this.',
  },
  oneAdmin: {
    docs: approval,
    text: 'Your team has one admin, who could approve nothing of their own. Make somebody else an admin first.',
  },
  ownRequest: { docs: approval, text: `You requested it yourself, ${second}` },
  ownCredential: {
    docs: approval,
    text: `It was requested with a token or a trust that you created, ${second}`,
  },
  notYetApart: {
    docs: approval,
    text: (days: number) =>
      `Somebody who was added or became an admin is treated for ${days} days as the admin who did that, ${second}`,
  },
})
