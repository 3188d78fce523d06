import { githubWorkflow, unnamedAction } from '../../core/github/workflow'
import { agentControlPort } from '../../core/agent/protocol'
import { configFields, type ConfigField } from '../../core/application/config/fields'
import { formRows } from '../../core/application/config/form-groups'
import { variableLimits } from '../../core/application/environment-variables'
import {
  errorMinutes,
  grantableCapabilities,
  settingRules,
  warningMinutes,
} from '../../core/application/run-settings'
import { registryCredentialsPrefix } from '../../core/application/registry-credentials'
import { secretPrefix } from '../../core/application/secret-reference'
import { maximumSubdomainLength } from '../../core/application/exposed-port'
import { logGroupPath, logRetentionDays } from '../../core/aws/log-groups'
import { deploymentRules } from '../../core/deployment/rules'
import { idleMinutes } from '../../core/environment/idle'
import { newsKinds } from '../../core/news/news-kinds'
import { ownerTag, ownerValue } from '../../core/aws/ownership'
import { region } from '../../core/aws/region'
import { bytesPerMegabyte, hoursPerMonth, instanceOverhead } from '../../core/catalogue/figures'
import { loadBalancerWithAddressesPerHour } from '../../core/charges/charges'
import { requestCountsPerHour, requestMetricsPerHour } from '../../core/environment/request-metrics'
import { keptCapabilities, mostOpenFiles, mostPids } from '../../core/process/confinement'
import {
  gracefulStopMilliseconds,
  healthCheckPath,
  healthySeconds,
  mostImageBytes,
  processPortRange,
  shortestPollMilliseconds,
  stopPollSeconds,
} from '../../core/process/process-promises'
import { deployCommand, suggestedStackName, templateFileName } from '../../core/roles/cloudformation'
import {
  applicationRoleTag,
  applicationRoleValue,
  processRunnerRoleName,
  rolePath,
} from '../../core/roles/names'
import { longest, most } from '../../core/text/longest'
import { passwordRules } from '../input/password-rules'
import { accountMessages, recoveryCodesPerSet } from '../messages/account-messages'
import { messages } from '../messages/messages'
import { absoluteMilliseconds, idleMilliseconds } from '../services/actor/session-limits'
import { versionGraceMilliseconds } from '../services/applications/remove-old-versions'
import { auditRetentionDays } from '../services/audit/audit-actions'
import { settlingDays } from '../services/deployments/second-person'
import { historyMilliseconds } from '../services/environments/fleet-history'
import { retention } from '../services/retention'
import { verificationLifeMilliseconds } from '../services/email-verification/verification-code'
import { quietMilliseconds } from '../services/news/tell-of-log-lines'
import { invitationDays } from '../services/passwords/invitation'
import { resetLifeMilliseconds } from '../services/passwords/password-reset'
import { feeShare, freeTrialDays } from '../services/pricing/charges'
import type { Quotas } from '../services/quotas/quotas'
import { pendingMilliseconds } from '../services/second-factor-setup/pending-token'
import { throttleMilliseconds } from '../services/second-factor/code-wait'
import { tokenValidityMonths } from '../services/users/create-integration-token'
import { mostAttempts } from '../services/webhooks/record-delivery-outcome'
import { overlapHours } from '../services/webhooks/rotate-webhook-secret'
import { wordChoices } from './words'
import { sizeRules } from '../services/usage/right-size'
import {
  quietMilliseconds as warningQuietMilliseconds,
  wellMilliseconds,
} from '../services/usage/usage-warnings'

const minutes = (milliseconds: number) => milliseconds / 60_000
const hours = (milliseconds: number) => minutes(milliseconds) / 60
const days = (milliseconds: number) => hours(milliseconds) / 24

/** What of a portal the documentation names. */
export interface Portal {
  publicUrl?: string
  /** The action of SDO on GitHub. */
  deployAction?: string
}

const nameAction =
  'Put the repository that has SDO in place of `OWNER/REPOSITORY`, and a release in place of `main`: whoever runs this portal knows them.'

/** How an application is configured, in the order of the form. */
const fieldsTable = [
  '| field | what to type |',
  '| --- | --- |',
  `| Name | At most ${longest.name} characters. ${messages.invalidName.text} |`,
  ...formRows.flat().flatMap((name) => {
    const { label, docs = [] }: ConfigField = configFields[name]
    return docs.map((row) => `| ${row.label ?? label} | ${row.text} |`)
  }),
].join('\n')

/** What the documentation takes from the code: `{{health.seconds}}` in a text is `health.seconds` here. */
export const docsFacts = (
  quotas: Quotas,
  { publicUrl = 'https://sdo.example.com', deployAction = unnamedAction }: Portal = {},
) => ({
  portal: { url: publicUrl },
  github: {
    action: deployAction,
    actionNote: deployAction === unnamedAction ? nameAction : 'Whoever runs this portal chose the action.',
    workflow: githubWorkflow({
      url: publicUrl,
      integrationId: 'INTEGRATION-ID',
      integrationUserId: 'INTEGRATION-USER-ID',
      image: 'ghcr.io/acme/shop',
      branch: 'main',
      action: deployAction,
    }).trimEnd(),
  },
  webhook: {
    quietMinutes: minutes(quietMilliseconds),
    kinds: [...newsKinds, 'test'].map((kind) => `\`${kind}\``).join(', '),
    attempts: mostAttempts,
    overlapHours,
  },
  applications: { fields: fieldsTable },
  aws: {
    region,
    command: deployCommand(),
    stack: suggestedStackName,
    template: templateFileName,
    rolePath,
    ownerTag: `${ownerTag} = ${ownerValue}`,
    controlPort: agentControlPort,
    firstProcessPort: processPortRange.fromPort,
    lastProcessPort: processPortRange.toPort,
  },
  roles: {
    runner: processRunnerRoleName,
    tagKey: applicationRoleTag,
    tagValue: applicationRoleValue,
  },
  health: {
    path: healthCheckPath,
    seconds: healthySeconds,
    statuses: settingRules.healthCheck.statuses.default,
    intervalSeconds: settingRules.healthCheck.intervalSeconds.default,
    slowestSeconds: settingRules.healthCheck.intervalSeconds.most,
    longestGraceMinutes: settingRules.healthCheck.graceSeconds.most / 60,
  },
  stop: {
    shortestSeconds: shortestPollMilliseconds / 1000,
    dueSeconds: stopPollSeconds,
    graceMinutes: minutes(gracefulStopMilliseconds),
    killSeconds: settingRules.container.stopGraceSeconds.default,
    longestKillMinutes: settingRules.container.stopGraceSeconds.most / 60,
  },
  idle: { least: idleMinutes.least, mostDays: idleMinutes.most / (24 * 60) },
  deployments: { longestWatchMinutes: deploymentRules.watchMinutes.most, settlingDays },
  images: { mostGigabytes: mostImageBytes / 1e9, loginPrefix: registryCredentialsPrefix },
  containers: {
    capabilities: keptCapabilities.map((name) => `\`${name}\``).join(', '),
    grantable: grantableCapabilities.map((name) => `\`${name}\``).join(', '),
    mostProcesses: mostPids.toLocaleString('en'),
    mostOpenFiles: mostOpenFiles.toLocaleString('en'),
  },
  variables: {
    kilobytes: variableLimits.bytes / 1024,
    entries: most.variables,
    fileLines: most.variableFileLines,
    secretPrefix,
  },
  instances: { overheadCpu: instanceOverhead.cpu, overheadMemoryMb: instanceOverhead.memoryMb },
  sizes: {
    ...{ days: sizeRules.days, hours: sizeRules.hours, memoryKills: sizeRules.memoryKills },
    ...{ cpuRoom: sizeRules.cpuRoom, memoryRoom: sizeRules.memoryRoom },
    throttled: 100 * sizeRules.throttled,
    leastFall: 100 * sizeRules.leastFall,
  },
  warnings: {
    minutes: warningMinutes,
    errorMinutes,
    wellMinutes: minutes(wellMilliseconds),
    quietMinutes: minutes(warningQuietMilliseconds),
  },
  logs: { path: logGroupPath, days: logRetentionDays },
  limits: {
    nameCharacters: longest.name,
    subdomainCharacters: maximumSubdomainLength,
    megabyteBytes: bytesPerMegabyte.toLocaleString('en'),
    versionGraceHours: hours(versionGraceMilliseconds),
    deploymentDays: days(retention.deployments.milliseconds),
    historyDays: days(historyMilliseconds),
    logDays: days(retention.logLines.milliseconds),
    usageDays: days(retention.usageMinutes.milliseconds),
    usageHourDays: days(retention.usageHours.milliseconds),
    requestDays: days(retention.requestSpans.milliseconds),
    deletedDays: days(retention.deletedEnvironments.milliseconds),
  },
  price: {
    feePercent: feeShare * 100,
    trialDays: freeTrialDays,
    loadBalancerPerHour: loadBalancerWithAddressesPerHour,
    requestMetrics: (requestMetricsPerHour(1) * hoursPerMonth).toFixed(2),
    requestCounts: (requestCountsPerHour(1) * hoursPerMonth).toFixed(2),
  },
  login: {
    passwordRule: passwordRules[0].text,
    verificationMinutes: minutes(verificationLifeMilliseconds),
    invitationDays,
    resetMinutes: minutes(resetLifeMilliseconds),
    pendingMinutes: minutes(pendingMilliseconds),
    throttleSeconds: throttleMilliseconds / 1000,
    recoveryCodes: recoveryCodesPerSet,
    idleHours: hours(idleMilliseconds),
    sessionDays: days(absoluteMilliseconds),
    tokenMonths: tokenValidityMonths,
    auditDays: auditRetentionDays,
  },
  quotas,
  words: { choices: wordChoices.map(({ say, not }) => `| ${say} | ${not} |`).join('\n') },
  messages: {
    invalidName: messages.invalidName.text,
    processInUse: messages.processInUse.text,
    promoteMismatch: messages.promoteMismatch.text,
    deletionBlocked: accountMessages.accountDeletionBlocked.text,
  },
})
