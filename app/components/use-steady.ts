import { useEffect, useRef, useState, type PointerEvent } from 'react'

/**
 * Of a list with the newest on top what may be shown without moving anything that somebody reads: while its top is out of view, or they point
 * at what would move, it stays as it was.
 *
 * @param all as it is now; the same list as long as nothing new has come
 * @param groupsOf cuts a list into what stands together, newest on top; what comes to the end of the first moves only what is below it
 */
export function useSteady<Item extends { place: string }>(
  all: Item[],
  groupsOf: (items: Item[]) => Item[][],
) {
  const [shown, setShown] = useState(all)
  const [isTopInView, setIsTopInView] = useState(true)
  const [pointedAt, setPointedAt] = useState<number>()
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!top.current) return
    const observer = new IntersectionObserver(([entry]) => setIsTopInView(entry?.isIntersecting ?? true))
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [])

  const topOf = (items: Item[]) => groupsOf(items)[0]?.[0]?.place
  const moves = pointedAt !== undefined && (pointedAt > 0 || topOf(all) !== topOf(shown))
  const isHeld = !isTopInView || moves
  if (!isHeld && shown !== all) setShown(all)
  return {
    shown: isHeld ? shown : all,
    waiting: isHeld ? countNew(all, shown) : 0,
    /** Stands before the list. */
    top,
    showAll: () => {
      setShown(all)
      top.current?.scrollIntoView({ block: 'center' })
    },
    /** Of the list, whose groups say by `data-group` which they are. */
    pointing: {
      onPointerOver: ({ target }: PointerEvent) => {
        const group = target instanceof Element ? target.closest('[data-group]') : null
        setPointedAt(group instanceof HTMLElement ? Number(group.dataset['group']) : undefined)
      },
      onPointerLeave: () => setPointedAt(undefined),
    },
  }
}

function countNew<Item extends { place: string }>(all: Item[], shown: Item[]): number {
  const places = new Set(shown.map(({ place }) => place))
  return all.filter(({ place }) => !places.has(place)).length
}
