import { expect, test } from 'vitest';
import { evaluated } from '../terraform.test-support.ts';

/** What a variable of a module becomes that a caller sets. */
const passedValue = (declaration: string, value: string): unknown => {
  const [source] = evaluated({
    'm/main.tf': `variable "v" {\n  ${declaration}\n}\nresource "kubectl_manifest" "a" {\n  yaml_body = jsonencode({ kind = "NodePool", v = var.v })\n}\n`,
    'main.tf': `module "m" {\n  source = "./m"\n  v      = ${value}\n}\n`,
  }).sources;
  return JSON.parse(source!.text).v;
};

test.each([
  ['type = string', '8', '8'],
  ['type = number', '"8"', 8],
  ['type = bool', '"true"', true],
  ['type = any', '8', 8],
  ['type = object({ a = string })', '{ a = 1, b = 2 }', { a: '1' }],
  ['type = map(object({ a = number }))', '{ x = { a = 1, b = 2 } }', { x: { a: 1 } }],
  ['type = object({ a = optional(string, "z") })', '{ b = 2 }', { a: 'z' }],
  ['type = any', '{ a = 1, b = 2 }', { a: 1, b: 2 }],
  ['default = "1h"', 'null', null],
  ['default = "1h"\n  nullable = true', 'null', null],
  ['default = "1h"\n  nullable = false', 'null', '1h'],
  ['default = "1h"\n  nullable = false', '"2h"', '2h'],
])('T86: a variable with %j that is set to %s', (declaration, value, expected) => {
  expect(passedValue(declaration, value)).toEqual(expected);
});
