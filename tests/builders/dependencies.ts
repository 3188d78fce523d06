import type { Sequelize } from 'sequelize'
import type { Dependencies } from '../../app/services/dependencies'
import { usualQuotas } from '../../app/services/quotas/quotas'
import { silentLogger } from '../../core/logging/logger'
import { testKeys } from './authenticator-keys'
import { testIdentities } from './identity-issuer'
import { VirtualClock } from './virtual-clock'

/** What services need, on a test database, at the time of `clock`; with `changes` to it. */
export const dependenciesOf = (
  { sequelize, clock }: Pick<Dependencies, 'sequelize' | 'clock'>,
  changes: Partial<Dependencies> = {},
): Dependencies => ({
  sequelize,
  clock,
  log: silentLogger,
  publicUrl: 'http://portal.test',
  registrationOpen: true,
  platformAccountNumber: '000000000001',
  supportEmail: 'support@sdo.example',
  authenticatorKeys: testKeys,
  quotas: usualQuotas,
  identities: testIdentities(clock),
  ...changes,
})

/** What services need, on a test database, at a time that only the test moves. */
export function buildDependencies(sequelize: Sequelize): { dependencies: Dependencies; clock: VirtualClock } {
  const clock = new VirtualClock()
  return { dependencies: dependenciesOf({ sequelize, clock }), clock }
}
