import type { UsageOfTime } from '../../../db/queries/usage-spans'
import type { Used } from './used-views'

/** What was measured, without what was not. */
export const toUsed = ({
  cores,
  mostCores,
  throttled,
  memoryMb,
  mostMemoryMb,
}: Pick<UsageOfTime, keyof Used>): Used => ({
  cores,
  mostCores,
  ...(throttled !== null && { throttled }),
  ...(memoryMb !== null && { memoryMb: Math.round(memoryMb) }),
  ...(mostMemoryMb !== null && { mostMemoryMb }),
})
