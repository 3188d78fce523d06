import { pictureFile, pictures, pictureSize, type PictureName } from './pictures'

/** Markup of a picture in the Markdown. @throws Error that names a picture that is not there */
export function pictureHtml(name: string): string {
  if (!Object.hasOwn(pictures, name)) throw new Error(`The documentation shows ${name}, which is no picture.`)
  const known = name as PictureName
  const size = `width="${pictureSize.width}" height="${pictureSize.height}"`
  return [
    '<picture>',
    `<source media="(prefers-color-scheme: dark)" srcset="${pictureFile(known, 'dark')}">`,
    `<img class="panel" src="${pictureFile(known, 'light')}" alt="${pictures[known]}" ${size} loading="lazy">`,
    '</picture>',
  ].join('')
}
