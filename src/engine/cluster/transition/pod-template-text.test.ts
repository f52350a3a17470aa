import { expect, test } from 'vitest';
import { podTemplateText } from './pod-template-text.ts';

// test/real/pod-template-text.test.ts compares many more with the real API server.
const text = (spec: string): string => podTemplateText(JSON.parse(`{"spec":${spec}}`));
const plain = text('{"containers":[{"name":"a","image":"a:1"}]}');

test.each([
  ['defaults of the pod', '{"containers":[{"name":"a","image":"a:1"}],"restartPolicy":"Always","hostNetwork":false}'],
  [
    'defaults of a container',
    '{"containers":[{"name":"a","image":"a:1","imagePullPolicy":"IfNotPresent","resources":{}}]}',
  ],
  ['null and empty lists', '{"containers":[{"name":"a","image":"a:1","env":[]}],"affinity":null}'],
])('%s are not a new template', (_, spec) => {
  expect(text(spec)).toBe(plain);
});

test.each([
  ['another image', '{"containers":[{"name":"a","image":"a:2"}]}'],
  ['another pull policy', '{"containers":[{"name":"a","image":"a:1","imagePullPolicy":"Always"}]}'],
  ['an empty volume', '{"containers":[{"name":"a","image":"a:1"}],"volumes":[{"name":"v","emptyDir":{}}]}'],
])('%s is a new template', (_, spec) => {
  expect(text(spec)).not.toBe(plain);
});
