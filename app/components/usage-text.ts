/** Cores, as exact as they are worth: `0.35`. */
export const coresText = (cores: number): string =>
  cores.toLocaleString('en-US', { maximumFractionDigits: cores < 0.1 ? 3 : 2 })

/** `1,024 MB`. */
export const memoryText = (megabytes: number): string =>
  `${megabytes.toLocaleString('en-US', { maximumFractionDigits: 0 })} MB`

/** Of a share: `12 %`. */
export const shareText = (share: number): string => `${Math.round(share * 100)} %`
