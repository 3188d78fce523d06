import type { AwsAccount } from '../../../db/models/aws-account'

/** What was last said of an account; nothing while its deletion, or another try at it, has been asked for and nothing was said of that yet. */
export const statusMessageOf = ({ state, status }: Pick<AwsAccount, 'state' | 'status'>): string =>
  state === 'DELETING' && status?.phase !== 'Deleting' ? '' : (status?.message ?? '')
