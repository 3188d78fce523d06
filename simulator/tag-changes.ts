import type { Tags } from '../core/aws/ownership'
import type { Clock } from '../core/time/clock'
import type { Faults } from './faults'
import type { FormerTags, TaggedState } from './state'
import type { Timings } from './timings'

interface TagWorld {
  clock: Clock
  faults: Faults
  timings: Timings
}

/** For a thing whose tags change now from these: what permissions take for its tags for a while, if not the new ones at once. */
export function formerTagsOf({ clock, faults, timings }: TagWorld, tags: Tags): { formerTags?: FormerTags } {
  const ms = faults.upTo(timings.tagLagMs)
  return ms > 0 ? { formerTags: { tags, untilEpoch: clock.now() + ms } } : {}
}

/** The tags of a thing as permissions know them by now; undefined where there is none. */
export function tagsInEffect({ clock }: Pick<TagWorld, 'clock'>, thing: TaggedState): Tags
export function tagsInEffect({ clock }: Pick<TagWorld, 'clock'>, thing?: TaggedState): Tags | undefined
export function tagsInEffect({ clock }: Pick<TagWorld, 'clock'>, thing?: TaggedState): Tags | undefined {
  const former = thing?.formerTags
  return former && clock.now() < former.untilEpoch ? former.tags : thing?.tags
}
