const blockBytes = 512

export interface TarEntry {
  /** Ends with a slash for a folder. */
  name: string
  mode: number
  content?: Buffer
  /** Target of a symbolic link. */
  linkTo?: string
}

/** A tar archive (ustar), owned by root. */
export const packTar = (entries: TarEntry[]): Buffer =>
  Buffer.concat([...entries.flatMap(packEntry), Buffer.alloc(2 * blockBytes)])

function packEntry({ name, mode, content = Buffer.alloc(0), linkTo = '' }: TarEntry): Buffer[] {
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, offset: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset)
  header.write(name, 0)
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(content.length, 124, 12)
  octal(0, 136, 12)
  header.write('        ', 148)
  header.write(linkTo ? '2' : name.endsWith('/') ? '5' : '0', 156)
  header.write(linkTo, 157)
  header.write('ustar\0' + '00', 257)
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return [header, content, Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes)]
}
