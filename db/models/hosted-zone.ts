import type { HostedZoneStatus } from '../../core/resources/hosted-zone'
import type { HostedZoneState } from '../../core/resources/wire-states'
import { bigint, date, json, key, nullable, optional, table, text, uuid, counted } from './table'

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

/** The wish that an environment has its names in a hosted zone; the link with the highest position is to stay. */
export class HostedZoneLink extends table('hosted_zone_links', {
  position: key(counted(bigint())),
  environmentId: uuid(),
  hostedZoneId: uuid(),
  /** Empty for none. */
  subdomain: text(),
}) {}
