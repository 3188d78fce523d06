import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { showPointer } from './pointer'

interface Frame {
  epoch: number
  jpeg: string
}

interface Cue {
  epoch: number
  words: string
}

/** Whoever watches is not made to wait any longer for the next change. */
const longestStillMs = 4000

/** Films a page as it is on the screen, with captions that its script speaks. */
export class Film {
  private readonly frames: Frame[] = []
  private readonly cues: Cue[] = []
  private isOver = false
  private shooting = Promise.resolve()

  constructor(private readonly page: Page) {}

  begin(): void {
    this.shooting = this.shoot()
  }

  /** Shows `words` from now on, long enough to be read. */
  async say(words: string): Promise<void> {
    this.cues.push({ epoch: Date.now(), words })
    await this.hold(1200 + words.length * 45)
  }

  /** Leaves the page as it is for a while. */
  hold(milliseconds: number): Promise<void> {
    return this.page.waitForTimeout(Math.min(milliseconds, longestStillMs))
  }

  /** Brings what is spoken of into sight. */
  async scrollTo(target: Locator): Promise<void> {
    await target.evaluate((element) => element.scrollIntoView({ behavior: 'smooth' }))
    await this.hold(1000)
  }

  /** Points where the next thing happens. */
  async pointAt(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded()
    await showPointer(this.page, target)
  }

  /** Clicks where a viewer can see it coming. */
  async click(target: Locator): Promise<void> {
    await this.pointAt(target)
    await target.click()
  }

  private async shoot(): Promise<void> {
    while (!this.isOver) {
      const jpeg = await this.page.screenshot({ type: 'jpeg', quality: 92, caret: 'initial' }).then(
        (picture) => picture.toString('base64'),
        // Between two pages there is nothing to see.
        () => undefined,
      )
      if (jpeg !== undefined && jpeg !== this.frames.at(-1)?.jpeg)
        this.frames.push({ epoch: Date.now(), jpeg })
    }
  }

  /** Writes the film as WebM (VP9) and its captions as WebVTT. Needs ffmpeg. */
  async write(video: string, captions: string): Promise<void> {
    this.isOver = true
    await this.shooting
    const endEpoch = Date.now()
    const seconds = this.frames.map(({ epoch }, index) => {
      const next = this.frames[index + 1]?.epoch ?? endEpoch
      return Math.min(next - epoch, longestStillMs) / 1000
    })
    this.encode(seconds, video)
    writeFileSync(captions, this.captions(seconds))
  }

  private encode(seconds: number[], video: string): void {
    const folder = mkdtempSync(join(tmpdir(), 'sdo-film-'))
    try {
      const list = this.frames.map(({ jpeg }, index) => {
        writeFileSync(join(folder, `${index}.jpg`), jpeg, 'base64')
        return `file ${index}.jpg\nduration ${seconds[index]}\n`
      })
      // The last one has to be there twice to be seen for its time.
      writeFileSync(join(folder, 'list.txt'), `${list.join('')}file ${list.length - 1}.jpg\n`)
      const quality = ['-c:v', 'libvpx-vp9', '-crf', '34', '-b:v', '0', '-deadline', 'good', '-cpu-used', '2']
      const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-i', join(folder, 'list.txt')]
      execFileSync('ffmpeg', [...input, '-vsync', 'vfr', '-pix_fmt', 'yuv420p', ...quality, '-an', video], {
        stdio: 'inherit',
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  /** @param seconds for which each frame is shown */
  private captions(seconds: number[]): string {
    const startOf = (epoch: number) =>
      this.frames.reduce((sum, frame, index) => {
        const passed = Math.max(0, epoch - frame.epoch) / 1000
        return sum + Math.min(passed, seconds[index] ?? 0)
      }, 0)
    const starts = [
      ...this.cues.map(({ epoch }) => startOf(epoch)),
      seconds.reduce((sum, each) => sum + each),
    ]
    const cues = this.cues.map(
      ({ words }, index) => `${clock(starts[index] ?? 0)} --> ${clock(starts[index + 1] ?? 0)}\n${words}\n`,
    )
    return ['WEBVTT\n', ...cues].join('\n')
  }
}

/** `01:02.500` */
const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`
