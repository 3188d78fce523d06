import { z } from 'zod'
import { longest } from '../text/longest'
import { imageDigestSchema } from './application'
import { maximumResourceNameLength } from './metadata'

/** An image that a deployment would bring if it were approved. Its fields were checked with the application. */
export const awaitedImageSchema = z.object({
  deployment: z.string().max(maximumResourceNameLength).describe('Id of the deployment in the portal.'),
  applicationId: z.string().max(maximumResourceNameLength).describe('Id of the application in the portal.'),
  image: z.string().max(longest.imageAddress).describe('Image without its tag.'),
  tag: z.string().max(longest.imageTag).describe('Tag of the image.'),
  registryCredentials: z
    .string()
    .max(longest.registryCredentials)
    .optional()
    .describe(
      `ARN of the secret that holds the login for the image's registry; none for public ones and ECR.`,
    ),
})

/** What the tag of such an image meant when the deployment was asked for. */
export const resolvedImageSchema = awaitedImageSchema.omit({ registryCredentials: true }).extend({
  digest: imageDigestSchema.optional().describe('Digest of the image, sha256:….'),
  message: z.string().optional().describe('Why nobody could say it, for people.'),
  askedEpoch: z.int().describe('When somebody was asked last.'),
})

export type AwaitedImage = z.infer<typeof awaitedImageSchema>
export type ResolvedImage = z.infer<typeof resolvedImageSchema>
