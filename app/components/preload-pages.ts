/**
 * Gets the scripts of the portal's pages once the browser has nothing else to do. Without the script of a page Remix can only
 * load the document anew, and with no connection that puts a page of the browser's own in the place of ours.
 */
export function preloadPages(): void {
  // Not every browser can say when it is idle.
  if ('requestIdleCallback' in window) window.requestIdleCallback(preload)
  else setTimeout(preload, 2000)
}

function preload(): void {
  const pages = Object.values(window.__remixManifest.routes).filter(({ id }) =>
    id.startsWith('routes/portal'),
  )
  const files = new Set(pages.flatMap(({ module, imports = [] }) => [module, ...imports]))
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}
