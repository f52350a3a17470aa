import { expect, test } from 'vitest';
import { conflicts, hostPorts } from './host-ports.ts';

const port = (text: string) => {
  const [protocol = '', ip = '', number = ''] = text.split(' ');
  return { protocol, ip, port: Number(number) };
};

test.each([
  ['TCP 0.0.0.0 80', 'TCP 0.0.0.0 80', true],
  ['TCP 0.0.0.0 80', 'UDP 0.0.0.0 80', false],
  ['TCP 0.0.0.0 80', 'TCP 0.0.0.0 81', false],
  ['TCP 10.0.0.1 80', 'TCP 10.0.0.2 80', false],
  ['TCP 10.0.0.1 80', 'TCP 10.0.0.1 80', true],
  ['TCP 10.0.0.1 80', 'TCP 0.0.0.0 80', true],
  ['TCP :: 80', 'TCP 10.0.0.1 80', true],
])('%s conflicts with %s: %s', (wanted, taken, expected) => {
  expect(conflicts([port(wanted)], [port(taken)])).toBe(expected);
  expect(conflicts([port(taken)], [port(wanted)])).toBe(expected);
});

test('only containers count, and only ports with a host port', () => {
  const ports = [{ containerPort: 80, hostPort: 8080, protocol: 'TCP' }, { containerPort: 90 }];
  expect(
    hostPorts({ containers: [{ ports }], initContainers: [{ ports: [{ containerPort: 1, hostPort: 1 }] }] }),
  ).toEqual([{ ip: '0.0.0.0', port: 8080, protocol: 'TCP' }]);
});
