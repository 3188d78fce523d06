import type { Locator, Page } from '@playwright/test'

/** Moves a drawn pointer to the middle of `target`, as a hand would. A page that Playwright drives shows none. */
export async function showPointer(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) return
  await page.evaluate(movePointer, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
}

/** Runs in the page. Comes from where it was on the page before. */
async function movePointer(to: { x: number; y: number }): Promise<void> {
  const svg = 'http://www.w3.org/2000/svg'
  const known = document.getElementById('film-pointer')
  const pointer = known ?? document.createElementNS(svg, 'svg')
  if (!known) {
    pointer.id = 'film-pointer'
    pointer.setAttribute('aria-hidden', 'true')
    const arrow = document.createElementNS(svg, 'path')
    arrow.setAttribute('d', 'M1 1V19L6 15 9 22 12 21 9 14H15Z')
    arrow.setAttribute('fill', '#111')
    arrow.setAttribute('stroke', '#fff')
    pointer.append(arrow)
    Object.assign(pointer.style, {
      position: 'fixed',
      left: '0',
      top: '0',
      width: '20px',
      height: '26px',
      zIndex: '1000',
      pointerEvents: 'none',
    })
    document.body.append(pointer)
  }
  const from = sessionStorage.getItem('film-pointer') ?? 'translate(480px, 300px)'
  const transform = `translate(${to.x}px, ${to.y}px)`
  sessionStorage.setItem('film-pointer', transform)
  pointer.style.transform = transform
  await pointer.animate([{ transform: from }, { transform }], { duration: 700, easing: 'ease-in-out' })
    .finished
}
