/** To whom names are delegated in the public DNS. */
export interface Delegations {
  /**
   * Delegations of `name` by the parent's name servers, one list for each that answered: the name servers it is delegated to, sorted, in
   * lower case and without a dot at their end; empty if it is delegated to none.
   *
   * @throws DnsSilence
   */
  of(name: string): Promise<string[][]>
}

/** Failure because nobody answered, so that nothing is known. The message is for people. */
export class DnsSilence extends Error {
  override name = 'DnsSilence'
}
