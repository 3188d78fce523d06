const fill = (unit: string, characters: number) =>
  unit.repeat(Math.ceil(characters / unit.length)).slice(0, characters)

/** Texts of one length that are the most work for one thing or another that programs do with text; the same ones each time. */
export function worstTexts(characters: number): Record<string, string> {
  const texts = made.get(characters) ?? makeTexts(characters)
  made.set(characters, texts)
  return texts
}

const made = new Map<number, Record<string, string>>()

const makeTexts = (characters: number): Record<string, string> => ({
  'marks to be sorted by normalisation': fill('\u0301\u0335', characters),
  'digits that end in none': `${fill('1', characters - 1)}x`,
  'blanks that end in none': `x${fill(' \t\u00a0', characters - 2)}x`,
  'hyphens, dots and at signs': fill('a-a.@', characters),
  'what HTML and JSON write longer': fill('<&"\'\\', characters),
  'letters that change their length with their case': fill('İß', characters),
  'short lines in quotes': fill('A=""\nA=\'\'\nA=``\n', characters),
  'short lines with half a quote': fill('A="\n', characters),
  'quotes in quotes': fill('"\'`\\', characters),
  'short lines of each delimiter': fill('A=$A;,#|\n- A: #\t&A=1\r\n', characters),
  // A full stop in a regular expression does not stand for the last character.
  'comments that a line end ends which is none': `A=${fill(' #', characters - 3)}\u2028`,
  'brackets that nothing closes': fill('${[A](*_<{', characters),
})
