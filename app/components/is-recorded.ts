import { isSecretField } from '../input/secret-field'

const says = (handle: unknown, word: 'hasFooter' | 'showsSecrets'): boolean =>
  typeof handle === 'object' && handle !== null && word in handle

/** Whether a query has a secret, or leads to an address that has one, as the login page does. */
const holdsSecret = (search: string): boolean =>
  [...new URLSearchParams(search)].some(
    ([name, value]) =>
      isSecretField(name) || (value.includes('?') && holdsSecret(value.slice(value.indexOf('?')))),
  )

/**
 * Whether a recorder may run on a page with this query and these route handles. The footer is where people read of it. It would report the address, and with it the
 * token of a mail; and a page that shows a secret is not for it, however well the secret is masked.
 */
export const isRecorded = (search: string, handles: unknown[]): boolean =>
  handles.some((handle) => says(handle, 'hasFooter')) &&
  !handles.some((handle) => says(handle, 'showsSecrets')) &&
  !holdsSecret(search)

/**
 * Next step of the recorder on a page. A script cannot be taken out of a document again, so where the page came by a click into
 * a document with a recorder, it is loaded afresh without one.
 */
export const recorderStep = (isWanted: boolean, isRunning: boolean): 'start' | 'reload' | undefined =>
  isWanted === isRunning ? undefined : isWanted ? 'start' : 'reload'
