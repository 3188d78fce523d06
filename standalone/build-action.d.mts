export const bundlePath: string
export function bundleAction(): Promise<string>
