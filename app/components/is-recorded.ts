import { isSecretField } from '../../core/secret-field'

/** Whether a recorder may run on a page with this query: it would report the address, and with it the token of a mail. */
export const isRecorded = (search: string): boolean =>
  ![...new URLSearchParams(search).keys()].some(isSecretField)
