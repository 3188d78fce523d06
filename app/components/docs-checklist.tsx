import { useEffect, useState } from 'react'

interface DocsChecklistProps {
  /** Under which this browser remembers what was ticked off. */
  storageKey: string
  /** `html` comes from our own text. */
  items: { id: string; html: string }[]
}

/** Steps to tick off, remembered by the browser; without scripts a plain list. */
export function DocsChecklist({ storageKey, items }: DocsChecklistProps) {
  const [done, setDone] = useState<string[]>()
  useEffect(() => setDone(recall(storageKey)), [storageKey])
  if (done === undefined)
    return (
      <ul className="my-4 list-disc space-y-2 pl-5">
        {items.map(({ id, html }) => (
          <li key={id} dangerouslySetInnerHTML={{ __html: html }} />
        ))}
      </ul>
    )
  const change = (ids: string[]) => {
    setDone(ids)
    remember(storageKey, ids)
  }
  return (
    <div className="my-4">
      <ul className="space-y-2">
        {items.map(({ id, html }) => (
          <li key={id} className="flex items-baseline gap-2.5">
            <input
              type="checkbox"
              aria-labelledby={`step-${id}`}
              checked={done.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                change(checked ? [...done, id] : done.filter((other) => other !== id))
              }
            />
            <span id={`step-${id}`} dangerouslySetInnerHTML={{ __html: html }} />
          </li>
        ))}
      </ul>
      <button type="button" className="button mt-3 text-portal print:hidden" onClick={() => change([])}>
        Reset Checkboxes
      </button>
    </div>
  )
}

/** A browser that keeps nothing for us, or something else, has no step done. */
function recall(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function remember(key: string, ids: string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(ids))
  } catch {
    // Then the boxes are as they are until the page is left.
  }
}
