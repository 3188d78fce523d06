/** Where Amazon publishes which image of patched Amazon Linux 2023 for arm64 is the newest: a public parameter of Systems Manager. */
export const machineImageParameter = '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-arm64'
/** Who owns Amazon Linux: the alias, and the account behind it, by which AWS names the owner of a snapshot. */
export const machineImageOwners = ['amazon', '137112412989']
