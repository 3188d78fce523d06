/** Takes an item out of the list in which it stands. */
export function removeFrom<T>(list: T[], item: T): void {
  list.splice(list.indexOf(item), 1)
}
