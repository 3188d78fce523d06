/** Units in which paths of curves are. */
export const curveSize = { width: 600, height: 80 }

interface CurveFigureProps {
  /** For who does not see it, before the summary. */
  name: string
  caption: string
  /** What it shows, in words. */
  summary: string
  note?: string | undefined
  /** Words for its ends. */
  start: string
  end: string
  /** In units of `curveSize`. */
  path: string
  /** Drawn behind it. */
  faintPath?: string | undefined
  /** Height of a dashed line across it, in those units from the top. */
  level?: number
  /** Vertical lines, at so many of those units from the left, with what they are of. Alike ones are drawn once. */
  marks?: CurveMark[]
}

interface CurveMark {
  x: number
  title: string
  isBad: boolean
}

/** A curve above its axis, drawn on the server. A table has its figures. */
export const CurveFigure = ({
  name,
  caption,
  summary,
  note,
  start,
  end,
  path,
  faintPath,
  level,
  marks = [],
}: CurveFigureProps) => (
  <figure className="panel m-0 px-3 py-2">
    <figcaption>
      {caption}: <span className="text-muted">{summary}</span>
    </figcaption>
    <svg
      viewBox={`0 -2 ${curveSize.width} ${curveSize.height + 4}`}
      className="mt-2 h-20 w-full"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${name}: ${summary}`}
    >
      <path
        d={`M0 ${curveSize.height}H${curveSize.width}`}
        className="stroke-line"
        vectorEffect="non-scaling-stroke"
      />
      {level !== undefined && (
        <path
          d={`M0 ${level}H${curveSize.width}`}
          className="stroke-muted"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {[...new Map(marks.map((mark) => [`${mark.x} ${mark.title}`, mark]))].map(([key, mark]) => (
        <Mark key={key} {...mark} />
      ))}
      {faintPath !== undefined && (
        <path
          d={faintPath}
          className="fill-none stroke-accent opacity-40"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <path d={path} className="fill-none stroke-accent" strokeWidth="2" vectorEffect="non-scaling-stroke" />
    </svg>
    <p className="flex justify-between text-muted" aria-hidden="true">
      <span>{start}</span>
      <span>{end}</span>
    </p>
    {note !== undefined && <p className="text-muted">{note}</p>}
  </figure>
)

/** A line that a pointer finds without aiming. */
const Mark = ({ x, title, isBad }: CurveMark) => (
  <g>
    <title>{title}</title>
    <MarkLine x={x} isBad={isBad} />
    <path
      d={`M${x} 0V${curveSize.height}`}
      className="stroke-ink opacity-0"
      strokeWidth="11"
      vectorEffect="non-scaling-stroke"
    />
  </g>
)

/** Told apart without its colour, too. */
const MarkLine = ({ x, isBad }: Omit<CurveMark, 'title'>) => (
  <path
    d={`M${x} 0V${curveSize.height}`}
    className={isBad ? 'stroke-bad' : 'stroke-good'}
    strokeWidth="1.5"
    strokeDasharray={isBad ? '2 3' : undefined}
    vectorEffect="non-scaling-stroke"
  />
)

/** What a mark looks like, beside its words in a list. */
export const MarkSample = ({ isBad }: { isBad: boolean }) => (
  <svg
    viewBox={`0 0 4 ${curveSize.height}`}
    className="mr-1 inline-block h-4 w-1 align-text-bottom"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <MarkLine x={2} isBad={isBad} />
  </svg>
)
