export function buildAgentBundles(
  folder: string,
  wanted?: ('arm64' | 'amd64')[],
  level?: number,
): Promise<void>
