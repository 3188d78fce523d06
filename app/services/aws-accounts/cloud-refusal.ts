import { findCondition } from '../../../core/resources/find-condition'
import { z } from 'zod'
import { refusalReasons } from '../../../core/resources/metadata'
import type { EnvironmentWith } from '../../../db/find-environments'

/** Why AWS does not do what an environment needs, until somebody acts. */
export const cloudRefusalSchema = z.object({
  reason: z.enum(refusalReasons),
  /** AWS's refusal, with what to do about it. */
  message: z.string(),
  /** Where to do it. */
  awsAccountId: z.string(),
})

export type CloudRefusal = z.infer<typeof cloudRefusalSchema>

/** The refusal that the controller has last seen; undefined while AWS refuses nothing. */
export function cloudRefusalOf({
  awsAccountId,
  status,
  statusType,
}: Pick<EnvironmentWith<'conditions'>, 'awsAccountId' | 'status' | 'statusType'>): CloudRefusal | undefined {
  if (statusType === 'READY') return undefined
  const access = findCondition(status?.conditions ?? [], 'CloudAccess')
  if (access?.status !== 'False') return undefined
  const { data } = cloudRefusalSchema.safeParse({ ...access, awsAccountId })
  return data
}
