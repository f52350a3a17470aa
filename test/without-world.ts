/** Globals that read or change the outside world, and the parts of them that stay available. */
const world: Readonly<Record<string, readonly string[]>> = {
  Atomics: ['wait', 'waitAsync', 'notify'],
  Date: ['now'],
  Math: ['random'],
  console: ['debug', 'error', 'info', 'log', 'trace', 'warn'],
  crypto: ['getRandomValues', 'randomUUID'],
  performance: ['now'],
};

/** Globals that are removed. */
const absent = [
  'SharedArrayBuffer',
  'MessageChannel',
  'fetch',
  'process',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
];

/** Runs a function without access to the outside world. Clocks, random numbers, timers, threads, the network, the process and its output throw. */
export function withoutWorld<T>(work: () => T): T {
  const undo: (() => void)[] = [];
  try {
    for (const [object, names] of Object.entries(world))
      for (const name of names) undo.push(replace(Reflect.get(globalThis, object), name, refusal(`${object}.${name}`)));
    for (const name of absent) undo.push(replace(globalThis, name, refusal(name)));
    undo.push(replace(globalThis, 'Date', dateOfData(Date)));
    return work();
  } finally {
    for (const one of undo.reverse()) one();
  }
}

/** Replaces a property. Returns a function that restores it. */
function replace(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { configurable: true, writable: true, value });
  return () => (before ? Object.defineProperty(object, name, before) : Reflect.deleteProperty(object, name));
}

/** Throws however it is used. */
function refusal(name: string): unknown {
  const refuse = (): never => {
    throw new Error(`${name} in what is a function of data`);
  };
  return new Proxy(refuse, { apply: refuse, construct: refuse, get: refuse });
}

/** A date from a text or a number is data. The current date is not. */
const dateOfData = (date: DateConstructor): DateConstructor =>
  new Proxy(date, {
    apply: refusal('Date()') as () => never,
    construct(target, values: readonly unknown[]) {
      if (values.length === 0) throw new Error('new Date() in what is a function of data');
      return new target(...(values as [number]));
    },
  });
