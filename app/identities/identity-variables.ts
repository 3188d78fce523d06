import { readBy } from '../read-by'
import { readIssuers, usualIssuers } from './issuers'

/** The variables of the environment that are about identities of build systems. */
export const identityVariables = {
  /** Whose identity tokens an integration user may trust. */
  OIDC_ISSUERS: readBy(readIssuers).default([...usualIssuers]),
}
