import { requireRoleMap } from '../../input/role-map'
import type { Dependencies } from '../dependencies'
import { requireAtMost } from '../quotas/quotas'

/** Roles by key, no more than an application may have. @throws DomainError `invalid` at the field `roles` */
export function requireRoles(
  dependencies: Pick<Dependencies, 'quotas'>,
  input: Record<string, string> | null,
): Record<string, string> {
  const roles = requireRoleMap(input ?? {}, 'roles')
  requireAtMost(dependencies, 'rolesPerApplication', { count: Object.keys(roles).length, field: 'roles' })
  return roles
}
