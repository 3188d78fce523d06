/** The folders of what runs; everything that production reads is below one of them. */
export const programs = [
  'agent',
  'app',
  'cli',
  'controller',
  'core',
  'crds',
  'db',
  'helm',
  'simulator',
  'standalone',
]
