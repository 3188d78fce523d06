import { Fragment } from 'react'

/** A sentence of SDO whose addresses can be followed. */
export const Linked = ({ text }: { text: string }) =>
  text.split(/(https:\/\/\S*\w)/).map((part, index) => (
    <Fragment key={index}>
      {index % 2 === 0 ? (
        part
      ) : (
        <a className="link break-all" href={part}>
          {part}
        </a>
      )}
    </Fragment>
  ))
