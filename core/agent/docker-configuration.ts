/**
 * The addresses of containers on an instance: link-local ones, the only range that no VPC may have, so that they hide no network that an
 * environment is connected with. AWS's own addresses of this kind are elsewhere (169.254.168.0/22), as are those of its ECS agent.
 */
export const containerRange = { base: '169.254.64.0/22', size: 22 }

/** Docker's configuration on an instance. Containers are in SDO's network alone: the bridge that Docker makes by default would hide 172.17.0.0/16. */
export const dockerConfiguration = {
  bridge: 'none',
  'default-address-pools': [containerRange],
  // As in AWS's image.
  'userland-proxy': false,
}
