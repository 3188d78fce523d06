export const isDockerBaseUrl = (value: string): boolean => /^[^\s:@]+$/.test(value) && value.length <= 255

export const isDockerTag = (value: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(value)
