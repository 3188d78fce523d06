import { stripVTControlCharacters } from 'node:util'

/** A line without what a terminal would obey: colours, movements of the cursor and other control characters. */
export const toPrintable = (line: string): string =>
  stripVTControlCharacters(line).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** A line as people may read it, with what `mask` hides: before and after, as colors inside a secret would keep it from being found. */
export const toShown = (line: string, mask: (line: string) => string): string => mask(toPrintable(mask(line)))
