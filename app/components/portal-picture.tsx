import { darkMedia, pictureFile, pictures, pictureSize, type PictureName } from '../content/pictures'

interface PortalPictureProps {
  name: PictureName
  /** Where a text beside it says the same. */
  isDecoration?: true
  /** Whether it is among the first that a page shows. */
  isFirst?: boolean
}

/** A picture of the portal, in the colours that its reader has chosen. */
export const PortalPicture = ({ name, isDecoration, isFirst = false }: PortalPictureProps) => (
  <picture>
    <source media={darkMedia} srcSet={pictureFile(name, 'dark')} />
    <img
      src={pictureFile(name, 'light')}
      alt={isDecoration ? '' : pictures[name]}
      {...pictureSize}
      loading={isFirst ? 'eager' : 'lazy'}
      className="panel mb-2 h-auto w-full"
    />
  </picture>
)
