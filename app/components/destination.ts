/** A page that the palette offers. */
export interface Destination {
  to: string
  label: string
  kind: string
}
