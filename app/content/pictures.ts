/** What can be seen on a picture of the portal, for those who do not see it. */
export const pictures = {
  environment:
    'The page of an environment: its status, its AWS account, its settings, and what it runs and costs.',
  deployment:
    'A new deployment: the application with the versions to choose from, and the button that deploys one.',
  applications: 'The list of applications with the newest version of each.',
  'aws-account': 'A linked AWS account: its status, and the roles that it has.',
} as const

export type PictureName = keyof typeof pictures

export const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

/** Pixels of every picture. */
export const pictureSize = { width: 1100, height: 620 }

/** Its address on the site. */
export const pictureFile = (name: PictureName, scheme: Scheme): string => `/images/${name}-${scheme}.webp`

/** Where the dark one is shown: not on paper, which is light. */
export const darkMedia = 'screen and (prefers-color-scheme: dark)'
