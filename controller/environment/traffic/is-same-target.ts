import type { Target } from '../../cloud/cloud'

export const isSameTarget = (instanceId: string | undefined, port: number) => (target: Target) =>
  target.instanceId === instanceId && target.port === port
