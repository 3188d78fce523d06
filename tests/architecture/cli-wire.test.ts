import { expectTypeOf, it } from 'vitest'
import type * as applications from '../../app/services/applications/application-views'
import type { AwsAccountRoles, ExternalResources } from '../../app/services/aws-accounts/aws-account-views'
import type * as cost from '../../app/services/cost/cost-views'
import type { SettingsChanged } from '../../app/services/deployments/change-settings'
import type * as deployments from '../../app/services/deployments/deployment-views'
import type * as environments from '../../app/services/environments/environment-views'
import type { EnvironmentList } from '../../app/services/environments/environment-list-views'
import type { EnvironmentProcesses } from '../../app/services/environments/override-views'
import type { RequestedDeployment } from '../../app/services/environments/requested-deployment-views'
import type { EnvironmentOverview } from '../../app/services/environments/overview-views'
import type { Output } from '../../app/services/output/output-views'
import type * as streams from '../../app/services/following/stream-views'
import type { DeviceToken } from '../../app/services/device-login/exchange-device-code'
import type { StartedDeviceLogin } from '../../app/services/device-login/start-device-login'
import type { PresentUsage } from '../../app/services/usage/present-usage-views'
import type { UserList } from '../../app/services/users/user-views'
import type { Caller } from '../../app/services/sessions/get-caller'
import type * as wire from '../../cli/api/wire'

/** Held by the compiler: what the command line reads is among what /v1 answers. */
it('the command line reads answers as SDO gives them', () => {
  expectTypeOf<Caller>().toExtend<wire.Caller>()
  expectTypeOf<StartedDeviceLogin>().toExtend<wire.DeviceCode>()
  expectTypeOf<DeviceToken>().toExtend<wire.DeviceToken>()
  expectTypeOf<applications.ApplicationList>().toExtend<wire.ApplicationList>()
  expectTypeOf<applications.ApplicationDetail>().toExtend<wire.ApplicationDetail>()
  expectTypeOf<applications.ApplicationVersions>().toExtend<wire.VersionList>()
  expectTypeOf<applications.VersionDeclared>().toExtend<wire.VersionDeclared>()
  expectTypeOf<EnvironmentList>().toExtend<wire.EnvironmentList>()
  expectTypeOf<environments.EnvironmentStatusView>().toExtend<wire.EnvironmentStatus>()
  expectTypeOf<RequestedDeployment>().toExtend<wire.Outcome>()
  expectTypeOf<EnvironmentOverview>().toExtend<wire.Overview>()
  expectTypeOf<cost.EnvironmentCost>().toExtend<wire.MonthCost>()
  expectTypeOf<cost.TeamCost>().toExtend<wire.MonthCost>()
  expectTypeOf<deployments.EnvironmentDeployments>().toExtend<wire.DeploymentList>()
  expectTypeOf<deployments.DeploymentView>().toExtend<wire.DeploymentView>()
  expectTypeOf<deployments.Patched>().toExtend<wire.Queued>()
  expectTypeOf<deployments.Approved>().toExtend<wire.Approved>()
  expectTypeOf<applications.ApplicationConfig>().toExtend<wire.ApplicationConfig>()
  expectTypeOf<EnvironmentProcesses>().toExtend<wire.EnvironmentProcesses>()
  expectTypeOf<ExternalResources>().toExtend<wire.AccountList>()
  expectTypeOf<AwsAccountRoles>().toExtend<wire.AccountRoles>()
  expectTypeOf<PresentUsage>().toExtend<wire.PresentUsage>()
  expectTypeOf<UserList>().toExtend<wire.UserList>()
  expectTypeOf<SettingsChanged>().toExtend<wire.SettingsChange>()
  expectTypeOf<deployments.Promoted>().toExtend<wire.Queued>()
  expectTypeOf<deployments.PromoteView>().toExtend<wire.PromoteView>()
  expectTypeOf<deployments.RevertView>().toExtend<wire.RevertView>()
  expectTypeOf<streams.DeploymentNews>().toExtend<wire.DeploymentNews>()
  expectTypeOf<Output>().toExtend<wire.FoundLines>()
  expectTypeOf<streams.LogNews>().toExtend<wire.LogLine>()
})
