import { useNavigation } from '@remix-run/react'

/** A thin line at the top of the window while a page is on its way; app.css lets it appear only when that takes a while. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      role="progressbar"
      aria-live="polite"
      aria-label="A page is on its way"
      className="navigation-progress"
    />
  )
}
