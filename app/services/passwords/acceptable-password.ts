import { isValidPassword } from '../../input/password-rules'
import { isGuessable, type PasswordOwner } from './guessable-password'

/** Whether `password` may become the one of `owner`. Passwords that people have already are not asked again. */
export const isAcceptablePassword = (password: string, owner: PasswordOwner): boolean =>
  isValidPassword(password) && !isGuessable(password, owner)
