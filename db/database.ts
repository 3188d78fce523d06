import type { Sequelize } from 'sequelize'
import { connect } from './connection'
import { defineApplication } from './models/application'
import { defineApplicationOverride } from './models/application-override'
import { defineApplicationVersion } from './models/application-version'
import { defineAuditEntry } from './models/audit-entry'
import { defineAuthenticatorToken } from './models/authenticator-token'
import { defineAwsAccount } from './models/aws-account'
import { defineCodeSlot } from './models/code-slot'
import { defineDeployment } from './models/deployment'
import { defineEnvironment } from './models/environment'
import { defineEnvironmentVersion } from './models/environment-version'
import { defineIntegrationToken } from './models/integration-token'
import { defineIntegrationUser } from './models/integration-user'
import { defineKnownBrowser } from './models/known-browser'
import { defineLogMessage } from './models/log-message'
import { defineLoginChallenge } from './models/login-challenge'
import { defineMailMessage } from './models/mail-message'
import { definePasswordReset } from './models/password-reset'
import { definePasswordResetRequest } from './models/password-reset-request'
import { defineRecoveryCode } from './models/recovery-code'
import { defineSession } from './models/session'
import { defineSupportMessage } from './models/support-message'
import { defineTeam } from './models/team'
import { defineTerms } from './models/terms'
import { defineTermsAcceptance } from './models/terms-acceptance'
import { defineTermsOpening } from './models/terms-opening'
import { defineUser } from './models/user'
import { defineVerificationCode } from './models/verification-code'

/** Binds every model to one connection pool. One per process: Sequelize models are classes with a connection. */
export function openDatabase(url: string, options: { maxConnections?: number } = {}): Sequelize {
  const sequelize = connect(url, options)
  for (const define of [
    defineApplication,
    defineApplicationOverride,
    defineApplicationVersion,
    defineAuditEntry,
    defineAuthenticatorToken,
    defineAwsAccount,
    defineCodeSlot,
    defineDeployment,
    defineEnvironment,
    defineEnvironmentVersion,
    defineIntegrationToken,
    defineIntegrationUser,
    defineKnownBrowser,
    defineLogMessage,
    defineLoginChallenge,
    defineMailMessage,
    definePasswordReset,
    definePasswordResetRequest,
    defineRecoveryCode,
    defineSession,
    defineSupportMessage,
    defineTeam,
    defineTerms,
    defineTermsAcceptance,
    defineTermsOpening,
    defineUser,
    defineVerificationCode,
  ]) {
    define(sequelize)
  }
  return sequelize
}
