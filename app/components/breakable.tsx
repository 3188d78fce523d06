import { Fragment } from 'react'

/** A name that a narrow place breaks after its dots, dashes and the like, and inside a word only where that does not suffice. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[_./:@-])(?=\w)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

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
