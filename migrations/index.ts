import { up as accounts } from './20261120T100000-accounts'
import { up as deploymentCore } from './20261120T110000-deployment-core'
import { up as resourceStore } from './20261120T120000-resource-store'
import { up as auditLog } from './20261120T130300-audit-log'
import { up as mailDelivery } from './20261120T131000-mail-delivery'
import { up as signIn } from './20261120T131000-sign-in'
import { up as supportMessages } from './20261120T134000-support-messages'
import { up as secondFactor } from './20261120T190500-second-factor'
import { up as sealedSecrets } from './20261122T004500-sealed-secrets'
import { up as knownBrowsers } from './20261122T131000-known-browsers'
import { up as sealedMails } from './20261122T132000-sealed-mails'
import { up as submissionDigest } from './20261122T133000-submission-digest'
import { up as claimedAwsAccounts } from './20261122T133100-claimed-aws-accounts'
import { up as retiredMessages } from './20261122T145000-retired-messages'
import { up as promotions } from './20261123T010500-promotions'
import { up as registryCredentials } from './20261123T013000-registry-credentials'
import { up as cleanOut } from './20261123T015500-clean-out'
import { up as servingDeployment } from './20261123T020000-serving-deployment'
import { up as awsAccountPhases } from './20261123T021500-aws-account-phases'
import { up as hostedZones } from './20261123T023000-hosted-zones'
import { up as goingBack } from './20261123T053000-going-back'
import { up as variables } from './20261123T054500-variables'
import { up as externalNetworks } from './20261123T060000-external-networks'
import { up as environmentFigures } from './20261123T061500-environment-figures'
import { up as fleetHistory } from './20261123T120000-fleet-history'
import { up as deploymentSteps } from './20261123T123000-deployment-steps'
import { up as protection } from './20261123T123100-protection'
import { up as deploymentMails } from './20261123T124500-deployment-mails'
import { up as applicationFigures } from './20261123T125000-application-figures'
import { up as firstLive } from './20261123T125100-first-live'
import { up as news } from './20261123T150000-news'
import { up as trustedIdentities } from './20261123T160000-trusted-identities'
import { up as changes } from './20261123T160500-changes'
import { up as traces } from './20261123T161500-traces'
import { up as deviceLogins } from './20261123T170500-device-logins'
import { up as auditTargets } from './20261123T180000-audit-targets'
import { up as acts } from './20261125T003000-acts'
import { up as teamNames } from './20261125T004500-team-names'
import { up as webhookTurns } from './20261125T124425-webhook-turns'
import { up as provedAddresses } from './20261125T124500-proved-addresses'
import { up as credentialMakers } from './20261125T131500-credential-makers'
import { up as pendingRows } from './20261125T132200-pending-rows'
import { up as readersOfFullTeams } from './20261125T172000-readers-of-full-teams'
import { up as approvedDigests } from './20261125T173000-approved-digests'
import { up as runSettings } from './20261125T173500-run-settings'
import { up as superseding } from './20261125T181500-superseding'
import { up as mailTurns } from './20261125T190000-mail-turns'
import { up as costStep } from './20261125T220000-cost-step'
import { up as codesOfLogLines } from './20261125T221000-codes-of-log-lines'
import { up as outages } from './20261125T221500-outages'
import { up as invitations } from './20261126T011500-invitations'
import { up as hourlyMeans } from './20261126T011500-hourly-means'
import { up as announcements } from './20261126T013500-announcements'
import { up as deletedEnvironments } from './20261126T015500-deleted-environments'
import { up as environmentInstances } from './20261126T100000-environment-instances'
import { up as billByLine } from './20261126T131500-bill-by-line'
import { up as budget } from './20261126T134500-budget'
import { up as goesOnWithout } from './20261126T134500-goes-on-without'
import { up as loadBalancing } from './20261126T180000-load-balancing'
import { up as meteredUse } from './20261126T213000-metered-use'
import { up as capacityUnits } from './20261126T220000-capacity-units'
import { up as outputQuestions } from './20261126T233000-output-questions'
import { up as comparedDeployments } from './20261127T011500-compared-deployments'
import { up as rowsByWhatTheyName } from './20261127T014500-rows-by-what-they-name'
import { up as usageMinutes } from './20261127T020000-usage-minutes'
import { up as usageSpans } from './20261127T060000-usage-spans'
import { up as linesOfProcesses } from './20261127T091000-lines-of-processes'
import { up as sizesOfUsage } from './20261127T093000-sizes-of-usage'
import { up as unstableApplications } from './20261126T053000-unstable-applications'
import { up as scaling } from './20261127T124500-scaling'
import { up as usageWarnings } from './20261127T140000-usage-warnings'
import { up as settledMails } from './20261127T164500-settled-mails'
import { up as schedules } from './20261127T170000-schedules'
import { up as sleep } from './20261127T170000-sleep'
import { up as targetMemory } from './20261128T033000-target-memory'
import { up as requestMetrics } from './20261128T070000-request-metrics'
import { up as idleSleep } from './20261128T110000-idle-sleep'
import { up as targetRequests } from './20261128T110000-target-requests'

/** Every migration in its order. Applied ones are never edited. */
export const migrations = [
  { name: '20261120T100000-accounts', up: accounts },
  { name: '20261120T110000-deployment-core', up: deploymentCore },
  { name: '20261120T120000-resource-store', up: resourceStore },
  { name: '20261120T130300-audit-log', up: auditLog },
  { name: '20261120T131000-mail-delivery', up: mailDelivery },
  { name: '20261120T131000-sign-in', up: signIn },
  { name: '20261120T134000-support-messages', up: supportMessages },
  { name: '20261120T190500-second-factor', up: secondFactor },
  { name: '20261122T004500-sealed-secrets', up: sealedSecrets },
  { name: '20261122T131000-known-browsers', up: knownBrowsers },
  { name: '20261122T132000-sealed-mails', up: sealedMails },
  { name: '20261122T133000-submission-digest', up: submissionDigest },
  { name: '20261122T133100-claimed-aws-accounts', up: claimedAwsAccounts },
  { name: '20261122T145000-retired-messages', up: retiredMessages },
  { name: '20261123T010500-promotions', up: promotions },
  { name: '20261123T013000-registry-credentials', up: registryCredentials },
  { name: '20261123T015500-clean-out', up: cleanOut },
  { name: '20261123T020000-serving-deployment', up: servingDeployment },
  { name: '20261123T021500-aws-account-phases', up: awsAccountPhases },
  { name: '20261123T023000-hosted-zones', up: hostedZones },
  { name: '20261123T053000-going-back', up: goingBack },
  { name: '20261123T054500-variables', up: variables },
  { name: '20261123T060000-external-networks', up: externalNetworks },
  { name: '20261123T061500-environment-figures', up: environmentFigures },
  { name: '20261123T120000-fleet-history', up: fleetHistory },
  { name: '20261123T123000-deployment-steps', up: deploymentSteps },
  { name: '20261123T123100-protection', up: protection },
  { name: '20261123T124500-deployment-mails', up: deploymentMails },
  { name: '20261123T125000-application-figures', up: applicationFigures },
  { name: '20261123T125100-first-live', up: firstLive },
  { name: '20261123T150000-news', up: news },
  { name: '20261123T160000-trusted-identities', up: trustedIdentities },
  { name: '20261123T160500-changes', up: changes },
  { name: '20261123T161500-traces', up: traces },
  { name: '20261123T170500-device-logins', up: deviceLogins },
  { name: '20261123T180000-audit-targets', up: auditTargets },
  { name: '20261125T003000-acts', up: acts },
  { name: '20261125T004500-team-names', up: teamNames },
  { name: '20261125T124425-webhook-turns', up: webhookTurns },
  { name: '20261125T124500-proved-addresses', up: provedAddresses },
  { name: '20261125T131500-credential-makers', up: credentialMakers },
  { name: '20261125T132200-pending-rows', up: pendingRows },
  { name: '20261125T172000-readers-of-full-teams', up: readersOfFullTeams },
  { name: '20261125T173000-approved-digests', up: approvedDigests },
  { name: '20261125T173500-run-settings', up: runSettings },
  { name: '20261125T181500-superseding', up: superseding },
  { name: '20261125T190000-mail-turns', up: mailTurns },
  { name: '20261125T220000-cost-step', up: costStep },
  { name: '20261125T221000-codes-of-log-lines', up: codesOfLogLines },
  { name: '20261125T221500-outages', up: outages },
  { name: '20261126T011500-hourly-means', up: hourlyMeans },
  { name: '20261126T011500-invitations', up: invitations },
  { name: '20261126T013500-announcements', up: announcements },
  { name: '20261126T015500-deleted-environments', up: deletedEnvironments },
  { name: '20261126T053000-unstable-applications', up: unstableApplications },
  { name: '20261126T100000-environment-instances', up: environmentInstances },
  { name: '20261126T131500-bill-by-line', up: billByLine },
  { name: '20261126T134500-budget', up: budget },
  { name: '20261126T134500-goes-on-without', up: goesOnWithout },
  { name: '20261126T180000-load-balancing', up: loadBalancing },
  { name: '20261126T213000-metered-use', up: meteredUse },
  { name: '20261126T220000-capacity-units', up: capacityUnits },
  { name: '20261126T233000-output-questions', up: outputQuestions },
  { name: '20261127T011500-compared-deployments', up: comparedDeployments },
  { name: '20261127T014500-rows-by-what-they-name', up: rowsByWhatTheyName },
  { name: '20261127T020000-usage-minutes', up: usageMinutes },
  { name: '20261127T060000-usage-spans', up: usageSpans },
  { name: '20261127T091000-lines-of-processes', up: linesOfProcesses },
  { name: '20261127T093000-sizes-of-usage', up: sizesOfUsage },
  { name: '20261127T124500-scaling', up: scaling },
  { name: '20261127T140000-usage-warnings', up: usageWarnings },
  { name: '20261127T164500-settled-mails', up: settledMails },
  { name: '20261127T170000-schedules', up: schedules },
  { name: '20261127T170000-sleep', up: sleep },
  { name: '20261128T033000-target-memory', up: targetMemory },
  { name: '20261128T070000-request-metrics', up: requestMetrics },
  { name: '20261128T110000-idle-sleep', up: idleSleep },
  { name: '20261128T110000-target-requests', up: targetRequests },
]
