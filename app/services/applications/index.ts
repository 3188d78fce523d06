import { bindServices, type Dependencies } from '../dependencies'
import { createApplication } from './create-application'
import { declareVersion } from './declare-version'
import { deleteApplication } from './delete-application'
import { editApplicationConfig } from './edit-application-config'
import { getApplication } from './get-application'
import { getApplicationConfig } from './get-application-config'
import { getVersionDeclareIndex } from './get-version-declare-index'
import { listApplicationDeployments } from './list-application-deployments'
import { listApplications } from './list-applications'
import { listApplicationVersions } from './list-application-versions'
import { renameVersion } from './rename-version'
import { setAutoDeployTarget } from './set-auto-deploy-target'

export const applicationServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
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
  })
