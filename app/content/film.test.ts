import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { film, filmHtml, filmSize } from './film'

const read = (address: string) => readFileSync(`public${address}`)

/** Width and height of a JPEG, which follow the mark of its first frame. */
function sizeOf(jpeg: Buffer) {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  return { width: jpeg.readUInt16BE(frame + 7), height: jpeg.readUInt16BE(frame + 5) }
}

describe('the film of the demo', () => {
  it('is WebM and small, with a picture before it starts in the size that pages give it', () => {
    const video = read(film.video)
    expect(video.readUInt32BE(0)).toBe(0x1a45dfa3)
    expect(video.length).toBeGreaterThan(100_000)
    expect(video.length).toBeLessThan(3_000_000)
    const poster = read(film.poster)
    expect(poster.length).toBeLessThan(60_000)
    expect(sizeOf(poster)).toEqual(filmSize)
  })

  it('has captions one after the other', () => {
    const [head, ...cues] = read(film.captions).toString().trim().split('\n\n')
    expect(head).toBe('WEBVTT')
    expect(cues.length).toBeGreaterThan(5)
    const times = cues.flatMap((cue) => {
      const [, from, to] = /^(\d\d:\d\d\.\d{3}) --> (\d\d:\d\d\.\d{3})\n\w/.exec(cue) ?? []
      return [from, to]
    })
    expect(times).not.toContain(undefined)
    expect([...times].sort()).toEqual(times)
  })

  it('is shown with all of its files, and loaded when somebody starts it', () => {
    for (const address of Object.values(film)) expect(filmHtml).toContain(`"${address}"`)
    expect(filmHtml).toContain('preload="none"')
    expect(
      readdirSync('public/film')
        .map((name) => `/film/${name}`)
        .sort(),
    ).toEqual(Object.values(film).sort())
  })
})
