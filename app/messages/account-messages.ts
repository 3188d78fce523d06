import { declareMessages } from '../../core/messages/declare-messages'

/** A wait of so many seconds, rounded up, in the unit that fits. */
function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

/** Messages about accounts and logging in, word for word as the product's error catalogue has it. */
export const accountMessages = declareMessages('people', {
  loginFailed: { docs: '/docs/users#your-own-login', text: 'Incorrect username or password' },
  serverProblem: 'There was a problem contacting the server',
  codeRejected: {
    docs: '/docs/users#your-own-login',
    text: 'The token you entered was rejected.  Please try again.',
  },
  codeMissing: 'Enter the code that your authenticator app shows.',
  codeThrottled: 'Throttled.  Please wait 2 seconds before trying again.',
  attemptsThrottled: (seconds: number) =>
    `Too many failed attempts. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} before trying again.`,
  codesThrottled: {
    docs: '/docs/users#your-own-login',
    text: (seconds: number) =>
      `Too many wrong codes were typed for this login. Please wait ${inWords(seconds)}, log in with a browser that you logged in with before, or set a new password with a link by e-mail.`,
  },
  passwordsBusy: 'Many people are logging in right now. Please try again in a moment.',
  challengeOver: 'That took too long. Please log in again.',

  resetRequested: 'If an account exists for this e-mail, a link to set a new password was sent to it.',
  resetExpired: {
    docs: '/docs/users#your-own-login',
    text: 'The token expired.  The password change must be finished within 10 minutes of asking for it.  Please ask for a new link.',
  },
  invitationOver: {
    docs: '/docs/users#add-a-person',
    text: 'This invitation was used before or has expired. Log in, or ask an admin of your team to send it again.',
  },
  resetFailed: 'There was a problem contacting the server.  Please try again.',
  emailMissing: 'E-mail is required',
  currentPasswordMissing: 'Enter your current password.',
  currentPasswordWrong: 'The current password you entered was incorrect.',
  passwordUnchanged: 'The new password must not be the current one.',
  proofMissing:
    'Please enter your current password. Within ten minutes of logging in again it is not needed.',
  authenticatorCodeWrong: { docs: '/docs/users#your-own-login', text: 'Your token was invalid, try again.' },
  recoveryCodesNeedToken: {
    docs: '/docs/users#your-own-login',
    text: 'Recovery codes replace an authenticator app. Add an authenticator token first.',
  },
  recoveryCodeUsed: (left: number) =>
    `You logged in with a recovery code. ${describeRecoveryCodesLeft(left)}`,
  authenticatorLimit: 'You have ten authenticator tokens. Remove one before adding another.',

  verificationFailed: { docs: '/docs/quick-start#register', text: 'The token was not accepted.' },
  verificationThrottled: 'Too many attempts with this code. Ask for a new one below.',
  resendThrottled: 'Too many codes were sent. Please wait a few minutes before asking for another one.',

  fieldsMissing: 'All fields are required.',
  termsNotAccepted: 'You can not create a new account without accepting the terms of service.',
  termsOutdated: 'The terms of service have changed. Please read and accept the new ones.',
  termsFailed: 'There was an error loading the page.  Please refresh and try again.',
  passwordMissing: 'Password is required',
  passwordConfirmationMissing: 'Please type the password a second time',
  badPassword: { docs: '/docs/users#your-own-login', text: 'Your password did not meet the requirements.' },
  passwordMismatch: 'The two passwords are not the same.',
  duplicateEmail: { docs: '/docs/users#add-a-person', text: 'An e-mail can be tied to only one account.' },
  invalidEmail: (email: string) => `The email ${email} is not valid`,
  invalidName: 'Name is required',
  registrationFailed:
    'An error occured while trying to create your account.  Please wait and try again later.',
  registrationClosed: 'New account registration is currently unavailable.  Please check back again later.',

  firstPasswordLeftOut: 'Type the password again, or leave it empty to send an invitation.',
  humanUserInvalid: 'Please fill in all fields and make sure all password requirements are met.',
  humanUserDuplicate: {
    docs: '/docs/users#add-a-person',
    text: 'A user with that email already exists in our system.  If you believe this is incorrect, please file a support request.',
  },
  humanUsersThrottled: (seconds: number) =>
    `Many people were added recently. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} before adding another one.`,
  invitationSent: (email: string) => `An invitation was sent to ${email}. Its link works for 7 days.`,
  invitationsThrottled: {
    docs: '/docs/users#add-a-person',
    text: 'This person got five invitations within a week. Ask them to check their spam folder.',
  },
  invitationNotNeeded: {
    docs: '/docs/users#your-own-login',
    text: 'This person has already joined. They can reset the password on the login page.',
  },
  adminNotProven: {
    docs: '/docs/users#add-a-person',
    text: 'This person has not verified the e-mail address yet. Make them an admin after their first login.',
  },
  deleteOwnLogin: { docs: '/docs/users#who-may-do-what', text: 'You can not delete your own login' },
  removeOwnAdmin: {
    docs: '/docs/users#who-may-do-what',
    text: 'You can not remove admin from your own login',
  },
  userFieldsMissing: 'Please fill in all fields',
  integrationUserDuplicate: 'An integration user with this name already exists.',

  mailingListFailed: 'Your subscription preference could not be set.  Please try again.',
  accountDeletionBlocked: {
    docs: '/docs/users#the-account-of-your-team',
    text: 'Before deleting your account you will first need to remove all environments and AWS accounts.',
  },
  accountDeletionFailed: {
    docs: '/docs/users#the-account-of-your-team',
    text: 'We were unable to delete your account.  There may still be resources associated with it.  Please contact support to complete the deletion procedure.',
  },
})

/** How many recovery codes somebody gets at a time. */
export const recoveryCodesPerSet = 10

/** From how many on people are told to make new ones. */
export const fewRecoveryCodes = 3

/** A sentence about how many are left, with what to do when that is few. */
export function describeRecoveryCodesLeft(left: number): string {
  const remaining = `${left} ${left === 1 ? 'is' : 'are'} left.`
  return left > fewRecoveryCodes ? remaining : `${remaining} Make new ones under Website Security.`
}
