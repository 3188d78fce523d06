import { accountDrawing } from './account-drawing'
import { filmHtml } from './film'
import { darkMedia, pictureFile, pictures, pictureSize, type PictureName } from './pictures'

/** What is shown by its name as pictures are, and is none. */
const shown: Record<string, string> = { 'account-drawing': accountDrawing, film: filmHtml }

/** Markup of a picture in the Markdown. @throws Error that names a picture that is not there */
export function pictureHtml(name: string): string {
  if (Object.hasOwn(shown, name)) return shown[name] ?? ''
  if (!Object.hasOwn(pictures, name)) throw new Error(`The documentation shows ${name}, which is no picture.`)
  const known = name as PictureName
  const size = `width="${pictureSize.width}" height="${pictureSize.height}"`
  return [
    '<picture>',
    `<source media="${darkMedia}" srcset="${pictureFile(known, 'dark')}">`,
    `<img class="panel" src="${pictureFile(known, 'light')}" alt="${pictures[known]}" ${size} loading="lazy">`,
    '</picture>',
  ].join('')
}
