/** Tags by which everything we create in a customer's account can be found again, and told from what is not ours. */
export const ownerTag = 'sdo:owner'
export const ownerValue = 'sdo'
/** Tag with the name of the environment's resource. */
export const environmentTag = 'sdo:environment'
/** Tag with a resource's purpose in its environment, e.g. `vpc` or `lb/<application>/<port>`. */
export const purposeTag = 'sdo:purpose'
export const clientTokenTag = 'sdo:client-token'
/** No other tags are given to anything. */
export const ownTagKeys = [ownerTag, environmentTag, purposeTag, clientTokenTag]

/**
 * How long resolvers may remember a record that validates a certificate. Nobody else's has this number, and Route 53 deletes a record only
 * for who says all of it: so none but ours can ever be deleted.
 */
export const validationTtlSeconds = 347

export type Tags = Record<string, string>

export const ownerTags = (environment: string, purpose: string): Tags => ({
  [ownerTag]: ownerValue,
  [environmentTag]: environment,
  [purposeTag]: purpose,
})

export const isOurs = (tags: Tags): boolean => tags[ownerTag] === ownerValue
