import { bindServices, type Dependencies } from '../dependencies'
import { approveDeviceLogin } from './approve-device-login'
import { claimDeviceLogin } from './claim-device-login'
import { exchangeDeviceCode } from './exchange-device-code'
import { getDeviceLogin } from './get-device-login'
import { refuseDeviceLogin } from './refuse-device-login'
import { startDeviceLogin } from './start-device-login'

export const deviceLoginServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    approveDeviceLogin,
    claimDeviceLogin,
    exchangeDeviceCode,
    getDeviceLogin,
    refuseDeviceLogin,
    startDeviceLogin,
  })
