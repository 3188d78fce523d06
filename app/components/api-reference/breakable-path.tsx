import { Fragment } from 'react'

/** A path that a narrow screen breaks before its slashes and nowhere else, where that suffices. */
export const BreakablePath = ({ path }: { path: string }) =>
  path.split('/').map((segment, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          <wbr />/
        </>
      )}
      {segment}
    </Fragment>
  ))
