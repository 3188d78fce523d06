/** Cores, as exact as they are worth: `0.35`. */
export const coresText = (cores: number): string =>
  cores.toLocaleString('en-US', { maximumFractionDigits: cores < 0.1 ? 3 : 2 })

/** `1,024 MB`. */
export const memoryText = (megabytes: number): string =>
  `${megabytes.toLocaleString('en-US', { maximumFractionDigits: 0 })} MB`

/** Of a share: `12 %`. */
export const shareText = (share: number): string => `${Math.round(share * 100)} %`

/** Of a share that matters below one in a hundred: `0.4 %`. */
export const smallShareText = (share: number): string =>
  `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: share < 0.1 ? 2 : 0 })} %`

/** Requests a minute: `1,204`. */
export const rateText = (rate: number): string =>
  rate.toLocaleString('en-US', { maximumFractionDigits: rate < 10 ? 1 : 0 })

/** `12 ms`, or `1.5 s`. */
export const latencyText = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${milliseconds.toLocaleString('en-US', { maximumFractionDigits: milliseconds < 10 ? 1 : 0 })} ms`
    : `${(milliseconds / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`
