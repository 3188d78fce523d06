import { accountMessages } from '../../messages/account-messages'
import { DomainError } from '../../../core/errors'

/** The refusal of whoever would have to wait too long for a password to be looked at. */
export const passwordsBusy = () => new DomainError('unavailable', accountMessages.passwordsBusy)
