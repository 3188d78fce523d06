import type { AwsAccountStatus } from '../../core/resources/aws-account'
import type { AwsAccountState } from '../../core/resources/wire-states'
import { bigint, boolean, date, integer, json, key, nullable, optional, table, text, uuid } from './table'

/** A customer's AWS account. */
export class AwsAccount extends table('aws_accounts', {
  id: key(uuid()),
  teamId: uuid(),
  name: text(),
  accountNumber: text(),
  externalId: text(),
  isEnvironmentHolder: optional(boolean()),
  /** Whether external networks of the team are in it. */
  isNetworkHolder: optional(boolean()),
  verifyRequest: optional(integer()),
  /** When its roles first trusted this team; from then on the number is this team's alone. */
  claimedAt: optional(nullable(date())),
  deletingAt: optional(nullable(date())),
  forceDelete: optional(boolean()),
  state: optional(text<AwsAccountState>()),
  status: optional(nullable(json<AwsAccountStatus>())),
  /** Whether the account was right when it was looked at last; null until it was once. */
  wasRight: optional(nullable(boolean())),
  /** When people were told that it is not. */
  troubleToldAt: optional(nullable(date())),
  desiredRevision: optional(bigint()),
  mirroredRevision: optional(bigint()),
  createdAt: optional(date()),
}) {}
