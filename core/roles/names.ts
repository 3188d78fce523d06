/** Reads the roles under our path, so that we can tell whether they are as required. */
export const examinationRoleName = 'sdo-examination'
/** Makes and removes what environments consist of. */
export const environmentManagerRoleName = 'sdo-environment-manager'
/** Role of instances, which lets processes have their application's roles. */
export const processRunnerRoleName = 'sdo-process-runner'
/** Reads hosted zones, and makes and removes the addresses of environments in them. */
export const dnsManagerRoleName = 'sdo-dns-manager'
/** Requests certificates, and has load balancers of environments answer on HTTPS. */
export const certificateManagerRoleName = 'sdo-certificate-manager'
/** Looks at external networks, and connects environments with them. */
export const networkManagerRoleName = 'sdo-network-manager'
/** All that any account must have. */
export const requiredRoleNames = [
  examinationRoleName,
  environmentManagerRoleName,
  processRunnerRoleName,
  dnsManagerRoleName,
  certificateManagerRoleName,
  networkManagerRoleName,
]

/** IAM path of every role that we require. */
export const rolePath = '/sdo/'

/** A role of the customer's that processes may have carries this tag with this value, and trusts the process runner. */
export const applicationRoleTag = 'sdo:application-role'
export const applicationRoleValue = 'true'

/** The queue, and the EventBridge rule that fills it, by which an account tells us of Spot interruptions. */
export const interruptionQueueName = 'sdo-interruptions'
