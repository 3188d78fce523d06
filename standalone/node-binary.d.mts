type Architecture = 'arm64' | 'amd64'
export const architectures: Architecture[]
export const ownArchitecture: Architecture
export function nodeBinary(architecture?: Architecture): string
