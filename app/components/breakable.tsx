import { Fragment } from 'react'

/** A name that a narrow place breaks after its dots, dashes and the like, and inside a word only where that does not suffice. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[_./:@-])(?=\w)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
