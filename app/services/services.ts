import { createAccount, getRegistration } from './accounts/create-account'
import { deleteAccount } from './accounts/delete-account'
import { getAccount } from './accounts/get-account'
import { setMailingList } from './accounts/set-mailing-list'
import { setMails } from './accounts/set-mails'
import { setTeamName } from './accounts/set-team-name'
import { findActor } from './actor/find-actor'
import { createApplication } from './applications/create-application'
import { declareVersion } from './applications/declare-version'
import { deleteApplication } from './applications/delete-application'
import { editApplicationConfig } from './applications/edit-application-config'
import { getApplication } from './applications/get-application'
import { getApplicationConfig } from './applications/get-application-config'
import { getVersionDeclareIndex } from './applications/get-version-declare-index'
import { listApplicationDeployments } from './applications/list-application-deployments'
import { listApplicationVersions } from './applications/list-application-versions'
import { listApplications } from './applications/list-applications'
import { renameVersion } from './applications/rename-version'
import { setAutoDeployTarget } from './applications/set-auto-deploy-target'
import { exportAuditLog } from './audit/export-audit-log'
import { listAuditLog } from './audit/list-audit-log'
import { createAwsAccount } from './aws-accounts/create-aws-account'
import { deleteAwsAccount } from './aws-accounts/delete-aws-account'
import { getAwsAccountRoles } from './aws-accounts/get-aws-account-roles'
import { getAwsAccountStatus } from './aws-accounts/get-aws-account-status'
import { getCloudformationTemplate } from './aws-accounts/get-cloudformation-template'
import { listAccountChoices } from './aws-accounts/list-account-choices'
import { getAwsAccountDependents } from './aws-accounts/list-dependents'
import { listExternalResources } from './aws-accounts/list-external-resources'
import { renameAwsAccount } from './aws-accounts/rename-aws-account'
import { setEnvironmentHolder } from './aws-accounts/set-environment-holder'
import { verifyAwsAccount } from './aws-accounts/verify-aws-account'
import { exportEnvironmentCost, exportTeamCost } from './cost/export-cost'
import { getApplicationUsage } from './usage/get-application-usage'
import { getEnvironmentUsage } from './usage/get-environment-usage'
import { exportPresentUsage } from './usage/export-present-usage'
import { getPresentUsage } from './usage/get-present-usage'
import { getProcessUsage } from './usage/get-process-usage'
import { listMeasuredProcesses } from './usage/list-measured-processes'
import { getSuggestedSizes } from './usage/get-suggested-sizes'
import { getEnvironmentCost } from './cost/get-environment-cost'
import { getTeamCost } from './cost/get-team-cost'
import { sendMessage, getContact } from './customer-support/send-message'
import { bindUseCases, type Dependencies } from './dependencies'
import { approveDeployment, declineDeployment } from './deployments/decide-approval'
import { getDeployment } from './deployments/get-deployment'
import { getDeploymentHistory } from './deployments/get-deployment-history'
import { getEnvironmentVersion, getLatestEnvironmentVersion } from './deployments/get-environment-version'
import { getPatchView } from './deployments/get-patch-view'
import { getPromoteView } from './deployments/get-promote-view'
import { getRevertView } from './deployments/get-revert-view'
import { listEnvironmentDeployments } from './deployments/list-environment-deployments'
import { patchDeployment } from './deployments/patch-deployment'
import { promoteDeployment } from './deployments/promote-deployment'
import { restartApplication } from './deployments/restart-application'
import { retryDeployment } from './deployments/retry-deployment'
import { revertDeployment } from './deployments/revert-deployment'
import { stopDeployment } from './deployments/stop-deployment'
import { approveDeviceLogin } from './device-login/approve-device-login'
import { claimDeviceLogin } from './device-login/claim-device-login'
import { exchangeDeviceCode } from './device-login/exchange-device-code'
import { getDeviceLogin } from './device-login/get-device-login'
import { refuseDeviceLogin } from './device-login/refuse-device-login'
import { startDeviceLogin } from './device-login/start-device-login'
import { issueVerificationToken } from './email-verification/issue-verification-token'
import { verifyUser } from './email-verification/verify-user'
import { createEnvironment } from './environments/create-environment'
import { deleteEnvironment } from './environments/delete-environment'
import {
  getDeletedEnvironment,
  listDeletedEnvironments,
  listDeletedLog,
} from './environments/deleted-environments'
import { examineEnvironment } from './environments/examine-environment'
import { getEnvironment } from './environments/get-environment'
import { getEnvironmentCreateIndex } from './environments/get-environment-create-index'
import { getEnvironmentOverview } from './environments/get-environment-overview'
import { getEnvironmentResources } from './environments/get-environment-resources'
import { getEnvironmentStatus } from './environments/to-environment-status-json'
import { exportOutput } from './output/export-output'
import { getOutput } from './output/get-output'
import { getOutputChoices } from './output/get-output-choices'
import { getProcessOutput } from './environments/get-process-output'
import { getRequestedDeployment } from './environments/get-requested-deployment'
import { getRunningApplication } from './environments/get-running-application'
import { getScale } from './environments/get-scale'
import { listEnvironmentLogs } from './environments/list-environment-logs'
import {
  listEnvironmentProcesses,
  listEnvironmentProcessPage,
} from './environments/list-environment-processes'
import { listEnvironments } from './environments/list-environments'
import { listRunningApplications } from './environments/list-running-applications'
import { listRunningProcesses } from './environments/list-running-processes'
import { overrideApplication } from './environments/override-application'
import { renameEnvironment } from './environments/rename-environment'
import { setDeploymentRule } from './environments/set-deployment-rule'
import { setEnvironmentChoice } from './environments/set-environment-choice'
import { setNotifications } from './environments/set-notifications'
import { putEnvironmentToSleep, wakeEnvironment } from './environments/set-asleep'
import { setSleepSchedule } from './environments/set-sleep-schedule'
import { setProtection } from './environments/set-protection'
import {
  createExternalNetwork,
  getExternalNetworkCreateIndex,
} from './external-networks/create-external-network'
import { deleteExternalNetwork } from './external-networks/delete-external-network'
import { getExternalNetwork } from './external-networks/get-external-network'
import { setLinkedNetworks } from './external-networks/set-linked-networks'
import { followDeployment } from './following/follow-deployment'
import { followEnvironment } from './following/follow-environment'
import { checkHealth } from './health/check-health'
import { createHostedZone } from './hosted-zones/create-hosted-zone'
import { deleteHostedZone } from './hosted-zones/delete-hosted-zone'
import { getHostedZone } from './hosted-zones/get-hosted-zone'
import { linkHostedZone } from './hosted-zones/link-hosted-zone'
import { unlinkHostedZone } from './hosted-zones/unlink-hosted-zone'
import { listMadeLately } from './made-lately/list-made-lately'
import { logOutElsewhere } from './made-lately/log-out-elsewhere'
import { listMail } from './mail/list-mail'
import { sealMails } from './mail/seal-mails'
import { changePassword } from './passwords/change-password'
import { requestPasswordReset } from './passwords/request-password-reset'
import { sendPasswordResets } from './passwords/send-password-resets'
import { setForgottenPassword } from './passwords/set-forgotten-password'
import { estimateCharges } from './pricing/estimate-charges'
import { findSavings, listCostExamples } from './pricing/list-cost-examples'
import { activateAuthenticatorToken } from './second-factor-setup/activate-authenticator-token'
import { createAuthenticatorToken } from './second-factor-setup/create-authenticator-token'
import { createRecoveryCodes } from './second-factor-setup/create-recovery-codes'
import { deleteAuthenticatorToken } from './second-factor-setup/delete-authenticator-token'
import { getSecurity } from './second-factor-setup/get-security'
import { getPendingToken } from './second-factor-setup/pending-token'
import { sealAuthenticatorSecrets } from './second-factor/seal-authenticator-secrets'
import { endSession } from './sessions/end-session'
import { isFreshLogin } from './sessions/fresh-login'
import { getCaller } from './sessions/get-caller'
import { logOut } from './sessions/log-out'
import { answerChallenge } from './signing-in/answer-challenge'
import { countLogins } from './signing-in/count-logins'
import { logIn } from './signing-in/log-in'
import { logInByIdentity } from './signing-in/log-in-by-identity'
import { acceptTerms } from './terms/accept-terms'
import { ensureTerms } from './terms/ensure-terms'
import { getTerms, findAnnouncedTerms } from './terms/get-terms'
import { listUnacceptedTerms } from './terms/list-unaccepted-terms'
import { openTerms } from './terms/open-terms'
import { createHumanUser } from './users/create-human-user'
import { createIntegrationToken } from './users/create-integration-token'
import { createIntegrationTrust } from './users/create-integration-trust'
import { createIntegrationUser } from './users/create-integration-user'
import { deleteIntegrationToken } from './users/delete-integration-token'
import { deleteIntegrationTrust } from './users/delete-integration-trust'
import { deleteUser } from './users/delete-user'
import { endUserSessions } from './users/end-user-sessions'
import { getIntegrationToken } from './users/get-integration-token'
import { getIntegrationTrust } from './users/get-integration-trust'
import { getIntegrationUser } from './users/get-integration-user'
import { getUser } from './users/get-user'
import { inviteUser } from './users/invite-user'
import { listUsers } from './users/list-users'
import { setAdmin } from './users/set-admin'
import { listPlaces } from './navigation/list-places'
import { getPortalFrame } from './navigation/get-portal-frame'
import { createWebhook } from './webhooks/create-webhook'
import { deleteWebhook } from './webhooks/delete-webhook'
import { editWebhook } from './webhooks/edit-webhook'
import { getWebhook } from './webhooks/get-webhook'
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret'
import { sealWebhooks } from './webhooks/seal-webhooks'
import { sendTestMessage } from './webhooks/send-test-message'

/** Every use case, by area. */
const useCases = {
  accounts: {
    createAccount,
    deleteAccount,
    getAccount,
    getRegistration,
    setMailingList,
    setMails,
    setTeamName,
  },
  applications: {
    createApplication,
    declareVersion,
    deleteApplication,
    editApplicationConfig,
    getApplication,
    getApplicationConfig,
    getVersionDeclareIndex,
    listApplicationDeployments,
    listApplications,
    listApplicationVersions,
    renameVersion,
    setAutoDeployTarget,
  },
  audit: { exportAuditLog, listAuditLog },
  awsAccounts: {
    createAwsAccount,
    deleteAwsAccount,
    getAwsAccountDependents,
    getAwsAccountRoles,
    getAwsAccountStatus,
    getCloudformationTemplate,
    listExternalResources,
    renameAwsAccount,
    setEnvironmentHolder,
    verifyAwsAccount,
  },
  cost: { exportEnvironmentCost, exportTeamCost, getEnvironmentCost, getTeamCost },
  customerSupport: { getContact, sendMessage },
  deployments: {
    approveDeployment,
    declineDeployment,
    getDeployment,
    getDeploymentHistory,
    getEnvironmentVersion,
    getLatestEnvironmentVersion,
    getPatchView,
    getPromoteView,
    getRevertView,
    listEnvironmentDeployments,
    patchDeployment,
    promoteDeployment,
    restartApplication,
    retryDeployment,
    revertDeployment,
    stopDeployment,
  },
  deviceLogin: {
    approveDeviceLogin,
    claimDeviceLogin,
    exchangeDeviceCode,
    getDeviceLogin,
    refuseDeviceLogin,
    startDeviceLogin,
  },
  emailVerification: { issueVerificationToken, verifyUser },
  environments: {
    createEnvironment,
    deleteEnvironment,
    examineEnvironment,
    getDeletedEnvironment,
    getEnvironment,
    getEnvironmentCreateIndex,
    getEnvironmentOverview,
    getEnvironmentResources,
    getEnvironmentStatus,
    getProcessOutput,
    getRequestedDeployment,
    getRunningApplication,
    getScale,
    listDeletedEnvironments,
    listDeletedLog,
    listEnvironmentLogs,
    listEnvironmentProcesses,
    listEnvironmentProcessPage,
    listEnvironments,
    listRunningApplications,
    listRunningProcesses,
    overrideApplication,
    renameEnvironment,
    setNotifications,
    setProtection,
    putEnvironmentToSleep,
    wakeEnvironment,
    setSleepSchedule,
    setDeploymentRule,
    setEnvironmentChoice,
  },
  externalNetworks: {
    createExternalNetwork,
    deleteExternalNetwork,
    getExternalNetwork,
    getExternalNetworkCreateIndex,
    setLinkedNetworks,
  },
  following: { followDeployment, followEnvironment },
  health: { checkHealth },
  hostedZones: {
    createHostedZone,
    deleteHostedZone,
    getHostedZone,
    getHostedZoneCreateIndex: listAccountChoices,
    linkHostedZone,
    unlinkHostedZone,
  },
  madeLately: { listMadeLately, logOutElsewhere },
  mail: { listMail, sealMails },
  passwords: { changePassword, requestPasswordReset, sendPasswordResets, setForgottenPassword },
  pricing: { estimateCharges, findSavings, listCostExamples },
  secondFactor: {
    activateAuthenticatorToken,
    createAuthenticatorToken,
    createRecoveryCodes,
    deleteAuthenticatorToken,
    getPendingToken,
    getSecurity,
    sealAuthenticatorSecrets,
  },
  sessions: { checkFreshLogin: isFreshLogin, endSession, findActor, getCaller, logOut },
  signingIn: {
    answerChallenge: countLogins(answerChallenge),
    logIn: countLogins(logIn),
    logInByIdentity: countLogins(logInByIdentity),
  },
  terms: { acceptTerms, ensureTerms, findAnnouncedTerms, getTerms, listUnacceptedTerms, openTerms },
  output: { exportOutput, getOutput, getOutputChoices },
  usage: {
    exportPresentUsage,
    getApplicationUsage,
    getEnvironmentUsage,
    getPresentUsage,
    getProcessUsage,
    getSuggestedSizes,
    listMeasuredProcesses,
  },
  users: {
    createHumanUser,
    createIntegrationToken,
    createIntegrationTrust,
    createIntegrationUser,
    deleteIntegrationToken,
    deleteIntegrationTrust,
    deleteUser,
    endUserSessions,
    getIntegrationToken,
    getIntegrationTrust,
    getIntegrationUser,
    getUser,
    inviteUser,
    listUsers,
    setAdmin,
  },
  navigation: { getPortalFrame, listPlaces },
  webhooks: {
    createWebhook,
    deleteWebhook,
    editWebhook,
    getWebhook,
    rotateWebhookSecret,
    sealWebhooks,
    sendTestMessage,
  },
}

/** All use cases, for what they need. Pages and calls get this object and never import a service. */
export const createServices = (dependencies: Dependencies) => bindUseCases(dependencies, useCases)

export type Services = ReturnType<typeof createServices>
