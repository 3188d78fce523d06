export function buildContexts(folder: string, wanted?: ('arm64' | 'amd64')[]): Promise<void>
