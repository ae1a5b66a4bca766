/** A JSON value in which one array is replaced by a long one whose elements are all the same. */
export interface HostileValue {
  /** The keys and indices that lead to the array. */
  path: string;
  value: unknown;
  /** The number of elements that have been read. */
  countReads: () => number;
}

const LENGTH = 50;

/** Replaces each array of a JSON value in turn; of other arrays, each element is visited once. */
export function* replaceArrays(value: unknown, element: unknown, path = ''): Generator<HostileValue> {
  if (Array.isArray(value)) {
    yield toHostile(element, path);
    for (const inner of replaceArrays(value[0], element, `${path}/0`))
      yield { ...inner, value: [inner.value] };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      for (const inner of replaceArrays(child, element, `${path}/${key}`)) {
        yield { ...inner, value: { ...value, [key]: inner.value } };
      }
    }
  }
}

function toHostile(element: unknown, path: string): HostileValue {
  const read = new Set<string>();
  const value = new Proxy(Array(LENGTH).fill(element), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) read.add(key);
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return { path, value, countReads: () => read.size };
}
