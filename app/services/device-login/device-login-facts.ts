import type { DeviceLogin } from '../../../db/models/device-login'

/** Facts about a command line for the audit log, in its own words, which nobody has checked. */
export const factsOf = ({ address, userAgent }: DeviceLogin) => ({ address, program: userAgent })
