import { Terms } from '../../../db/models/terms'
import type { Dependencies } from '../dependencies'
import { initialTerms } from './initial-terms'

/** Makes the first terms of a new installation; without effect where there are terms. Call it once at every start. */
export async function ensureTerms({ clock }: Dependencies): Promise<void> {
  if ((await Terms.count()) > 0) return
  // Its fixed id makes two processes that start together write one row.
  await Terms.bulkCreate([{ ...initialTerms, effectiveAt: new Date(clock.now()) }], {
    ignoreDuplicates: true,
  })
}
