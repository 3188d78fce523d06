/** The image that SDO brings along. */
export const sampleImage = 'sdo/sample'

/** Any version number answers; the three words misbehave on purpose (see behaviour.ts). */
const knownTag = /^(v?\d+(\.\d+){0,2}|broken|slow|crash)$/

/** @throws Error for people, without a full stop, when the sample has no such tag */
export function requireSampleTag(tag: string): void {
  if (!knownTag.test(tag))
    throw new Error(
      `${sampleImage} has the tags broken, slow and crash, and every version number such as 1 or 2`,
    )
}
