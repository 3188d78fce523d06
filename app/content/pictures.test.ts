import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pictureHtml } from './picture-html'
import { pictureFile, pictures, pictureSize, schemes, type PictureName } from './pictures'

const files = (Object.keys(pictures) as PictureName[]).flatMap((name) =>
  schemes.map((scheme) => pictureFile(name, scheme)),
)

/** Width and height in the header of an extended WebP, as Chromium makes them. */
function sizeOf(webp: Buffer) {
  expect(webp.toString('latin1', 0, 4) + webp.toString('latin1', 8, 16)).toBe('RIFFWEBPVP8X')
  return { width: webp.readUIntLE(24, 3) + 1, height: webp.readUIntLE(27, 3) + 1 }
}

it.each(files)('%s is there, in the size that pages give it, and small', (file) => {
  const webp = readFileSync(`public${file}`)
  expect(sizeOf(webp)).toEqual(pictureSize)
  expect(webp.length).toBeLessThan(60_000)
})

it('lets no picture lie about that nothing shows', () => {
  expect(
    readdirSync('public/images')
      .map((name) => `/images/${name}`)
      .sort(),
  ).toEqual([...files].sort())
})

it('shows each picture in both schemes, with its size and what can be seen on it', () => {
  for (const name of Object.keys(pictures) as PictureName[]) {
    const html = pictureHtml(name)
    for (const scheme of schemes) expect(html).toContain(`"${pictureFile(name, scheme)}"`)
    expect(html).toContain(`alt="${pictures[name]}"`)
    expect(html).toContain(`width="${pictureSize.width}" height="${pictureSize.height}"`)
  }
  expect(() => pictureHtml('nothing')).toThrow('no picture')
  expect(() => pictureHtml('constructor')).toThrow('no picture')
})
