/** Whether a wildcard such as `*.example.com` covers a name: it stands for one label (RFC 6125, 6.4.3). */
export const covers = (wildcard: string, name: string): boolean => name.replace(/^[^.]+/, '*') === wildcard
