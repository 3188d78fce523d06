import type { HostedZoneStatus } from '../../core/resources/hosted-zone'
import type { HostedZoneState } from '../../core/resources/wire-states'
import { bigint, date, json, key, nullable, optional, table, text, uuid } from './table'

/** A hosted zone in an AWS account of a team. */
export class HostedZone extends table('hosted_zones', {
  id: key(uuid()),
  teamId: uuid(),
  awsAccountId: uuid(),
  /** Id in AWS, without a prefix. */
  awsId: text(),
  deletingAt: optional(nullable(date())),
  state: optional(text<HostedZoneState>()),
  status: optional(nullable(json<HostedZoneStatus>())),
  desiredRevision: optional(bigint()),
  mirroredRevision: optional(bigint()),
  createdAt: optional(date()),
}) {}
