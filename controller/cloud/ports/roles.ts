import type { RoleTrust } from '../../../core/roles/application-role'
import type { InstalledRole } from '../../../core/roles/role'

export interface Roles {
  /** A role with its policies as installed, or undefined if there is none. Uses the examination role. */
  get(name: string): Promise<InstalledRole | undefined>
  /**
   * Whom a role of the customer's trusts, or undefined if there is none. Uses the examination role, which may read those only that carry the
   * tag for application roles.
   */
  getTrust(name: string): Promise<RoleTrust | undefined>
}
