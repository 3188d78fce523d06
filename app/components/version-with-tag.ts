/** A version with the tag of its image, where that says more than its name: `Release 2 (tag 3f2c1d)`. Nothing of no version. */
export const versionWithTag = (name: string | undefined, tag: string | undefined): string | undefined =>
  name === undefined || tag === undefined || tag === name ? name : `${name} (tag ${tag})`
