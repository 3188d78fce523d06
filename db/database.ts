import type { Sequelize } from 'sequelize'
import { connect } from './connection'
import { Application } from './models/application'
import { ApplicationOverride, VariableOverride } from './models/application-override'
import { ApplicationVersion } from './models/application-version'
import { AuditEntry } from './models/audit-entry'
import { AuthenticatorToken, RecoveryCode } from './models/authenticator-token'
import { AwsAccount } from './models/aws-account'
import { ExternalNetwork, ExternalNetworkLink } from './models/external-network'
import { HostedZone, HostedZoneLink } from './models/hosted-zone'
import { CodeSlot } from './models/code-slot'
import { Deployment } from './models/deployment'
import { DeviceLogin } from './models/device-login'
import { Environment } from './models/environment'
import { EnvironmentVersion } from './models/environment-version'
import { IntegrationUser, IntegrationToken, IntegrationTrust } from './models/integration-user'
import { KnownBrowser } from './models/known-browser'
import { LogMessage } from './models/log-message'
import { MailMessage } from './models/mail-message'
import { PasswordReset, PasswordResetRequest, Invitation } from './models/password-reset'
import { Session, LoginChallenge } from './models/session'
import { SupportMessage } from './models/support-message'
import { Team } from './models/team'
import { Terms, TermsAcceptance, TermsOpening } from './models/terms'
import { User, VerificationCode } from './models/user'
import { Webhook } from './models/webhook'
import { WebhookDelivery } from './models/webhook-delivery'

const models = [
  Application,
  ApplicationOverride,
  VariableOverride,
  ApplicationVersion,
  AuditEntry,
  AuthenticatorToken,
  AwsAccount,
  ExternalNetwork,
  ExternalNetworkLink,
  HostedZone,
  HostedZoneLink,
  CodeSlot,
  Deployment,
  DeviceLogin,
  Environment,
  EnvironmentVersion,
  IntegrationToken,
  IntegrationTrust,
  IntegrationUser,
  Invitation,
  KnownBrowser,
  LogMessage,
  LoginChallenge,
  MailMessage,
  PasswordReset,
  PasswordResetRequest,
  RecoveryCode,
  Session,
  SupportMessage,
  Team,
  Terms,
  TermsAcceptance,
  TermsOpening,
  User,
  VerificationCode,
  Webhook,
  WebhookDelivery,
]

/** Binds every model to one connection pool. One per process: Sequelize models are classes with a connection. */
export function openDatabase(url: string, options: { maxConnections?: number } = {}): Sequelize {
  const sequelize = connect(url, options)
  for (const model of models) model.define(sequelize)
  return sequelize
}
