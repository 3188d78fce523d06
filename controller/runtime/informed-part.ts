import type { Informer } from './informer'

/** As much of an informer as concerns the items that `isPart` picks, until `signal` aborts. Also others that went are told of. */
export const informedPart = <Item extends { metadata: { name: string } }>(
  informer: Informer<Item>,
  isPart: (item: Item) => boolean,
  signal: AbortSignal,
): Pick<Informer<Item>, 'get' | 'list' | 'onChange'> => ({
  get(name) {
    const item = informer.get(name)
    return item && isPart(item) ? item : undefined
  },
  list: () => informer.list().filter(isPart),
  onChange: (listener) =>
    informer.onChange((name, item) => {
      if (!item || isPart(item)) listener(name, item)
    }, signal),
})
