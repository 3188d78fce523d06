export const architectures: ('arm64' | 'amd64')[]
export function nodeBinary(architecture: 'arm64' | 'amd64'): string
