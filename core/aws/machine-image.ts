/**
 * Where Amazon publishes which image of patched Amazon Linux 2023 for arm64 with Docker on it is the newest: a public parameter of Systems
 * Manager. It is the one optimised for ECS, whose own agent stays off.
 */
export const machineImageParameter =
  '/aws/service/ecs/optimized-ami/amazon-linux-2023/arm64/recommended/image_id'
/** Owners of the image: the alias, and the account behind it, by which AWS names the owner of a snapshot. */
export const machineImageOwners = ['amazon', '591542846629']
