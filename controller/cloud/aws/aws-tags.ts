import { isOurs, type Tags } from '../../../core/aws/ownership'

interface AwsTag {
  Key?: string
  Value?: string
}

export const toAwsTags = (tags: Tags): { Key: string; Value: string }[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))

export const fromAwsTags = (tags: AwsTag[] | undefined): Tags =>
  Object.fromEntries((tags ?? []).map(({ Key, Value }) => [Key ?? '', Value ?? '']))

/** EC2's way of asking for what carries all of `tags`. */
export const tagFilters = (tags: Tags): { Name: string; Values: string[] }[] =>
  Object.entries(tags).map(([key, value]) => ({ Name: `tag:${key}`, Values: [value] }))

/** Marks what is being created. */
export const tagSpecification = <ResourceType extends string>(ResourceType: ResourceType, tags: Tags) => ({
  ResourceType,
  Tags: toAwsTags(tags),
})

export const hasTags = (present: Tags, wanted: Tags): boolean =>
  Object.entries(wanted).every(([key, value]) => present[key] === value)

export const areOurs = ({ tags }: { tags: Tags }): boolean => isOurs(tags)
