const paths = {
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  alert: 'M8 2l6.5 11.5h-13zM8 6.5v3M8 11.5v.1',
  spinner: 'M8 2a6 6 0 1 0 6 6',
  info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 7.5v3.5M8 5v.1',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3l2 1.5',
  dot: 'M8 7.9v.2',
  back: 'M9.5 3.5L5 8l4.5 4.5',
  down: 'M4 6l4 4 4-4',
  next: 'M2.5 8h10M9 4.5L12.5 8 9 11.5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
} as const

export type IconName = keyof typeof paths

/** A decoration beside a word; never alone, so it is hidden from screen readers. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`h-4 w-4 shrink-0 ${name === 'spinner' ? 'spin' : ''} ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'dot' ? 5 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
