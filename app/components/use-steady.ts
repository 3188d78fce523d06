import { useEffect, useRef, useState } from 'react'

/**
 * Of a list with the newest on top what may be shown without moving anything that somebody reads: while its top is out of view, or they point
 * at it, it stays as it was.
 *
 * @param all as it is now; the same list as long as nothing new has come
 */
export function useSteady<Item extends { place: string }>(all: Item[]) {
  const [shown, setShown] = useState(all)
  const [isTopInView, setIsTopInView] = useState(true)
  const [isPointedAt, setIsPointedAt] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!top.current) return
    const observer = new IntersectionObserver(([entry]) => setIsTopInView(entry?.isIntersecting ?? true))
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [])

  const isHeld = !isTopInView || isPointedAt
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
    /** Of the list. */
    pointing: {
      onPointerEnter: () => setIsPointedAt(true),
      onPointerLeave: () => setIsPointedAt(false),
    },
  }
}

function countNew<Item extends { place: string }>(all: Item[], shown: Item[]): number {
  const places = new Set(shown.map(({ place }) => place))
  return all.filter(({ place }) => !places.has(place)).length
}
