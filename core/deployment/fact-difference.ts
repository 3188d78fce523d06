/** A difference of one fact in words; absent on the side where there is nothing. */
export interface FactDifference {
  fact: string
  before?: string
  after?: string
}
