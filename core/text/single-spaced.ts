/** A text without spaces at its ends, and with one wherever there were several. */
export const singleSpaced = (text: string): string => text.trim().replace(/\s+/g, ' ')
