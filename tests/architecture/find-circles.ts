export interface Import {
  from: string
  to: string
}

/** Rooms of one folder that import each other, each arrow with the imports it stands for. */
export interface Circle {
  folder: string
  rooms: string[]
  imports: Import[]
}

/**
 * The circles of a drawing of each folder, in which every file and every folder right inside it is a room.
 *
 * @param imports paths of files, from the root, with `/`
 */
export function findCircles(imports: Import[]): Circle[] {
  const drawings = new Map<string, Import[]>()
  for (const each of imports) {
    const { folder } = roomsOf(each)
    drawings.set(folder, [...(drawings.get(folder) ?? []), each])
  }
  return [...drawings].flatMap(([folder, arrows]) => circlesOf(folder, arrows))
}

/** The folder whose drawing shows the import, and the two rooms it ties there. */
function roomsOf({ from, to }: Import): { folder: string; room: string; imported: string } {
  const source = from.split('/')
  const target = to.split('/')
  const depth = source.findIndex((part, index) => part !== target[index])
  return {
    folder: source.slice(0, depth).join('/'),
    room: source[depth] ?? '',
    imported: target[depth] ?? '',
  }
}

function circlesOf(folder: string, arrows: Import[]): Circle[] {
  const reached = reachability(arrows.map(roomsOf))
  const isTied = (room: string, other: string) =>
    reached.get(room)?.has(other) && reached.get(other)?.has(room)
  const circles: Circle[] = []
  for (const room of reached.keys()) {
    if (!isTied(room, room) || circles.some(({ rooms }) => rooms.includes(room))) continue
    const rooms = [...reached.keys()].filter((other) => isTied(room, other))
    const imports = arrows.filter((arrow) => {
      const { room: from, imported } = roomsOf(arrow)
      return rooms.includes(from) && rooms.includes(imported)
    })
    circles.push({ folder, rooms, imports })
  }
  return circles
}

/** Each room with all that it imports, by others too. */
function reachability(arrows: { room: string; imported: string }[]): Map<string, Set<string>> {
  const direct = new Map<string, Set<string>>()
  for (const { room, imported } of arrows) direct.set(room, (direct.get(room) ?? new Set()).add(imported))
  return new Map([...direct.keys()].map((room) => [room, follow(direct, room)]))
}

function follow(direct: Map<string, Set<string>>, start: string): Set<string> {
  const reached = new Set<string>()
  const open = [...(direct.get(start) ?? [])]
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    if (reached.has(room)) continue
    reached.add(room)
    open.push(...(direct.get(room) ?? []))
  }
  return reached
}
