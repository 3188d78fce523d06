/** A page that was rendered: its text, with a hole for each thing that belongs to one answer alone. */
export interface RenderedPage {
  headers: [name: string, value: string][]
  /** Texts and, in every second place, the names of what is filled in between. */
  parts: (Buffer | string)[]
}

/** Together, with what they were rendered from. */
const mostBytes = 32 * 1024 * 1024

/** After this all go, so that nothing stays for good of what was deleted since. */
const longestMilliseconds = 3_600_000

/** Pages by everything that they were rendered from; the ones that nobody opened for longest go first. */
export class PageMemo {
  private readonly pages = new Map<string, RenderedPage>()
  private bytes = 0
  private emptiedAt = performance.now()

  find(source: string): RenderedPage | undefined {
    if (performance.now() - this.emptiedAt >= longestMilliseconds) this.empty()
    const page = this.pages.get(source)
    if (!page) return undefined
    this.pages.delete(source)
    this.pages.set(source, page)
    return page
  }

  keep(source: string, page: RenderedPage): void {
    this.forget(source)
    this.pages.set(source, page)
    this.bytes += sizeOf(source, page)
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= mostBytes) return
      this.forget(oldest)
    }
  }

  private empty(): void {
    this.pages.clear()
    this.bytes = 0
    this.emptiedAt = performance.now()
  }

  private forget(source: string): void {
    const page = this.pages.get(source)
    if (page && this.pages.delete(source)) this.bytes -= sizeOf(source, page)
  }
}

/** A character of text takes up to two bytes. */
const sizeOf = (source: string, { parts }: RenderedPage) =>
  2 * source.length + parts.reduce((sum, part) => sum + part.length, 0)
