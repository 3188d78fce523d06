import type { DeviceLogin } from '../../../db/models/device-login'

/** What the audit log says of a command line, in its own words, which nobody has checked. */
export const factsOf = ({ address, userAgent }: DeviceLogin) => ({ address, program: userAgent })
