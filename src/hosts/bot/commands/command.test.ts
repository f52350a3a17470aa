import { expect, test } from 'vitest';
import { commands, parseCommand } from './command.ts';

const digest = '0123456789abcdef'.repeat(4);

test.each([
  ['/plumbline', { name: 'help' }],
  ['/plumbline help', { name: 'help' }],
  ['  \n/plumbline review', { name: 'review' }],
  ['/plumbline review\r\nplease', { name: 'review' }],
  ['/plumbline estimate', { name: 'estimate', set: {} }],
  ['/plumbline estimate --set replicas=3 --set=zone=a=b', { name: 'estimate', set: { replicas: '3', zone: 'a=b' } }],
  [
    '/plumbline what-if --no-spot --no-zone=us-east-1a --scale shop/Deployment/web=3 --growth 1.5',
    {
      name: 'what-if',
      scenario: {
        nodes: [],
        isWithoutSpot: true,
        zones: ['us-east-1a'],
        families: [],
        growth: 1.5,
        replicas: [['shop/Deployment/web', 3]],
      },
    },
  ],
  ['/plumbline explain schema/cel', { name: 'explain', code: 'schema/cel' }],
  ['/plumbline migrate', { name: 'migrate' }],
  ['/plumbline plan', { name: 'plan' }],
  [`/plumbline approve ${digest}`, { name: 'state', statements: [{ kind: 'approve', digest }] }],
  [`approve sha256:${digest}`, { name: 'state', statements: [{ kind: 'approve', digest }] }],
  [
    '/plumbline ignore lint/x we know',
    { name: 'state', statements: [{ kind: 'ignore', code: 'lint/x', reason: 'we know' }] },
  ],
])('%j is read as %j', (body, command) => expect(parseCommand(body)).toEqual(command));

test.each([
  ['/plumbline reviwe', '`review`'],
  ['/plumbline Plan', '`plan`'],
  ['/plumbline review now', 'no arguments'],
  ['/plumbline estimate --set', '--set'],
  ['/plumbline estimate replicas', 'NAME=VALUE'],
  ['/plumbline what-if', 'something that happens'],
  ['/plumbline what-if --no-spots', '`--no-spot`'],
  ['/plumbline what-if --no-zone --no-spot', 'needs a value'],
  ['/plumbline what-if --scale web', 'no number of replicas'],
  ['/plumbline what-if --growth 1e9', 'a number from 1 to 100'],
  ['/plumbline explain', 'one code'],
  ['/plumbline ignore lint/x', 'a reason'],
  ['/plumbline approve', 'full digest'],
  ['/plumbline delete NodePool/web', 'a number of nodes'],
  ['/plumbline retract it', 'no arguments'],
  ['/plumbline start', 'an environment'],
  [`/plumbline approve ${digest.slice(1)}`, 'full digest'],
  [`/plumbline approve ${digest.toUpperCase()}`, 'full digest'],
])('%j is invalid: %s', (body, why) => {
  const command = parseCommand(body);
  expect(command?.name === 'invalid' && command.why).toContain(why);
});

test.each([
  '',
  'plumbline review',
  '/plumbliner',
  'x /plumbline review',
  '`/plumbline review`',
  '> /plumbline plan',
  '    /plumbline plan',
])('%j is not a command', (body) => expect(parseCommand(body)).toBeUndefined());

test('every command of the help is recognized', () => {
  for (const name of Object.keys(commands)) expect(parseCommand(`/plumbline ${name}`)).toBeDefined();
});

test('a line of a megabyte is not a command', () => {
  expect(parseCommand(`/plumbline ${'a '.repeat(500_000)}`)).toBeUndefined();
});
