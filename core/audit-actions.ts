/** What the audit log records, named by the kind of thing that it is done to. */
export const auditActions = [
  'account.create',
  'session.login',
  'session.logout',
  'session.logout-others',
  'user.create',
  'user.verify',
  'user.change-password',
  'user.accept-terms',
  'user.set-admin',
  'user.end-sessions',
  'user.delete',
  'authenticator-token.create',
  'authenticator-token.delete',
  'integration-user.create',
  'integration-user.delete',
  'integration-token.create',
  'integration-token.delete',
  'aws-account.create',
  'aws-account.rename',
  'aws-account.set-environment-holder',
  'aws-account.delete',
  'environment.create',
  'environment.rename',
  'environment.set-spot-strategy',
  'environment.correct',
  'environment.override-application',
  'environment.delete',
  'application.create',
  'application.edit',
  'application.set-auto-deploy-target',
  'application.delete',
  'version.declare',
  'version.rename',
  'deployment.queue',
] as const

export type AuditAction = (typeof auditActions)[number]

/** How long entries are kept. The database refuses to remove younger ones. */
export const auditRetentionDays = 400
