/** What is made piece by piece, in one. */
export async function readPieces(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}
