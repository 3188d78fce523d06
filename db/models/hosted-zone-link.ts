import { bigint, counted, key, table, text, uuid } from './table'

/** The wish that an environment has its names in a hosted zone; the link with the highest position is to stay. */
export class HostedZoneLink extends table('hosted_zone_links', {
  position: key(counted(bigint())),
  environmentId: uuid(),
  hostedZoneId: uuid(),
  /** Empty for none. */
  subdomain: text(),
}) {}
