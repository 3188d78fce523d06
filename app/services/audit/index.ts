import { bindServices, type Dependencies } from '../dependencies'
import { exportAuditLog } from './export-audit-log'
import { listAuditLog } from './list-audit-log'

export const auditServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { exportAuditLog, listAuditLog })
