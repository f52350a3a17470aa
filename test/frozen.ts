/** Freezes a value with all that it contains. Values that are frozen already are skipped. */
export function frozen<T>(value: T): T {
  const left: unknown[] = [value];
  for (let one = left.pop(); left.length > 0 || one !== undefined; one = left.pop()) {
    if ((typeof one !== 'object' && typeof one !== 'function') || one === null || Object.isFrozen(one)) continue;
    if (ArrayBuffer.isView(one)) continue;
    if (one instanceof Map || one instanceof Set) {
      left.push(...one.keys(), ...one.values());
      for (const method of ['set', 'add', 'delete', 'clear'])
        Object.defineProperty(one, method, { value: refuse(method) });
    }
    Object.freeze(one);
    for (const key of Reflect.ownKeys(one)) {
      const { value: child } = Object.getOwnPropertyDescriptor(one, key)!;
      left.push(child);
    }
  }
  return value;
}

const refuse = (method: string) => () => {
  throw new TypeError(`\`${method}\` of what is frozen`);
};
