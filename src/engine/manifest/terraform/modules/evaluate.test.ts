import { expect, test } from 'vitest';
import { made } from '../terraform.test-support.ts';

const variables = `
variable "name" { default = "apps" }
variable "open" {}
variable "sizes" { default = { small = 2, large = 8 } }
variable "typed" {
  type    = list(object({ name = string, weight = optional(number, 10), taint = optional(bool) }))
  default = [{ name = "a" }, { name = "b", weight = 50 }]
}
locals {
  zones  = ["eu-west-1a", "eu-west-1b"]
  nested = { pool = { cpu = 100 } }
  again  = local.again
  loop   = local.back
  back   = local.loop
}
`;

test.each([
  ['a text', '"plain"', 'plain'],
  ['an interpolation', '"pool-${var.name}"', 'pool-apps'],
  ['nothing but an interpolation', '"${var.name}"', 'apps'],
  ['escapes', '"a\\tb\\"c\\\\d\\u00e4"', 'a\tb"c\\dä'],
  ['escaped templates', '"$${X} %%{ y"', '${X} %{ y'],
  ['what is not known', '"${var.open}-x"', '${var.open}-x'],
  ['what nobody defines', '"${var.nowhere}"', undefined],
  ['a reference to the cloud', '"r-${aws_iam_role.node.arn}"', 'r-${aws_iam_role.node.arn}'],
  ['a counted resource', '"r-${aws_iam_role.node[0].arn}"', 'r-${aws_iam_role.node.arn}'],
  ['another module', '"c-${module.eks.cluster_name}"', 'c-${module.eks.cluster_name}'],
  ['a locals that refers to itself', '"x-${local.again}"', 'x-${local.again}'],
  ['locals that refer to each other', '"x-${local.loop}"', 'x-${local.loop}'],
  ['arithmetic', '"${1 + 2 * 3 - 4 / 2}"', undefined],
  ['arithmetic in text', '"n${(1 + 2) * 3 % 5}"', 'n4'],
  ['a condition', 'var.name == "apps" ? "yes" : "no"', 'yes'],
  ['a condition on an unknown value', '"v-${var.open ? "yes" : "no"}"', 'v-${unknown}'],
  ['a condition with the same on both sides', 'var.open ? "same" : "same"', 'same'],
  ['what decides alone', '"${var.open || true ? "yes" : "no"}"', 'yes'],
  ['an attribute', '"n${local.nested.pool.cpu}"', 'n100'],
  ['an index', '"${local.zones[1]}"', 'eu-west-1b'],
  ['an old index', '"${local.zones.1}"', 'eu-west-1b'],
  ['a splat', 'join(",", var.typed[*].name)', 'a,b'],
  ['a for over a list', 'join(",", [for i, zone in local.zones : "${i}${zone}"])', '0eu-west-1a,1eu-west-1b'],
  ['a for over a map with a condition', 'join(",", [for k, v in var.sizes : k if v > 2])', 'large'],
  ['a for that makes a map', 'jsonencode({ for k, v in var.sizes : upper(k) => v })', '{"LARGE":8,"SMALL":2}'],
  ['a for that groups', 'jsonencode({ for k, v in var.sizes : "all" => k... })', '{"all":["large","small"]}'],
  ['optional attributes', 'join(",", [for pool in var.typed : pool.weight])', '10,50'],
  ['an optional attribute without a default', 'join(",", [for pool in var.typed : pool.taint == null])', 'true,true'],
  ['try', 'try(local.nested.absent.cpu, "fallback")', 'fallback'],
  ['try with an unknown value', '"t-${try(var.open.x, "fallback")}"', 't-${var.open.x}'],
  ['can', '"${can(local.nested.absent) ? "yes" : "no"}"', 'no'],
  ['a list of arguments', 'join("-", ["a", "b"]...)', undefined],
  ['format', 'format("%s-%03d-%%", "x", 7)', 'x-007-%'],
  ['replace', 'replace(replace("a.b.c", ".", "-"), "/[ab]/", "<$0>")', '<a>-<b>-c'],
  ['split, element and lower', 'lower(element(split("/", "A/B"), 1))', 'b'],
  ['split of a text with unknown values', 'join("|", split("---", "a: ${var.open}---b"))', 'a: ${var.open}|b'],
  ['split of one that may contain more', '"v-${join("|", split("-", "a-${var.open}"))}"', 'v-${unknown}'],
  ['trimspace around unknown values', 'trimspace(" ${var.open}-x\n")', '${var.open}-x'],
  ['a text that is not empty although part of it is unknown', '"x-${var.open}" != "" ? "yes" : "no"', 'yes'],
  ['a text that may be equal', '"v-${"x${var.open}" == "xy" ? "yes" : "no"}"', 'v-${unknown}'],
  ['merge', 'jsonencode(merge({ a = 1 }, { b = 2, a = 3 }))', '{"a":3,"b":2}'],
  ['lookup', '"n${lookup(var.sizes, "huge", 32)}"', 'n32'],
  ['toset, sort and distinct', 'jsonencode(toset(["b", "a", "b"]))', '["a","b"]'],
  ['flatten and concat', 'jsonencode(flatten([["a"], concat(["b"], ["c"])]))', '["a","b","c"]'],
  ['zipmap, keys and values', 'jsonencode(zipmap(keys(var.sizes), values(var.sizes)))', '{"large":8,"small":2}'],
  ['coalesce and compact', 'coalesce("", join("", compact(["", "x"])))', 'x'],
  ['setsubtract', 'jsonencode(setsubtract(["a", "b"], ["a"]))', '["b"]'],
  [
    'a round trip through YAML',
    'jsonencode(yamldecode(yamlencode({ a = [1, "x", null, true] })))',
    '{"a":[1,"x",null,true]}',
  ],
  ['an unknown function', '"h-${uuid()}"', 'h-${unknown}'],
  ['a hash', '"h-${sha1("x")}"', 'h-${sha1.a4d0d42f0000}'],
  ['a part of a hash', '"h-${substr(sha1("x"), 0, 8)}"', 'h-${sha1.02550c520000}'],
  ['a hash of a hash', '"h-${md5(sha1("x"))}"', 'h-${md5.c85f493f0000}'],
  ['a hash of an unknown value', '"h-${sha1(var.a)}"', 'h-${sha1.7b89a1926578}'],
  ['a hash of another unknown value', '"h-${sha1(var.b)}"', 'h-${sha1.7b89a19238f8}'],
  ['a hash of a result that nobody knows', '"h-${sha1(uuid())}"', 'h-${sha1.unknown}'],
  [
    'too much',
    'join("", [for a in range(1000) : join("", [for b in range(1000) : join("", range(1000))])])',
    undefined,
  ],
])('%s', (_, expression, expected) => {
  expect(made(expression, variables)).toBe(expected);
});

test.each([
  ['indentation is taken off', '<<-EOT\n    a:\n      b: 1\n\n    c: 2\n  EOT', 'a:\n  b: 1\n\nc: 2\n'],
  ['indentation stays', '<<EOT\n  a: 1\nEOT', '  a: 1\n'],
  [
    'a repeating directive',
    '<<EOT\nitems:\n%{ for zone in local.zones ~}\n  - ${zone}\n%{ endfor ~}\nend: 1\nEOT',
    'items:\n  - eu-west-1a\n  - eu-west-1b\nend: 1\n',
  ],
  ['a directive with another way', '<<EOT\n%{ if var.name == "x" }a%{ else }b%{ endif }\nEOT', 'b\n'],
  [
    'an unknown condition',
    '<<EOT\na: 1\n%{ if var.open ~}\nb: 2\n%{ endif ~}\nc: 3\nEOT',
    'a: 1\n{{ unknown }}\nc: 3\n',
  ],
  [
    'an indented value',
    '<<-EOT\n  a:\n    ${indent(4, yamlencode({ x = 1, z = 2 }))}\n  EOT',
    'a:\n  x: 1\n    z: 2\n    \n',
  ],
  [
    'an unknown value on a line of its own among the items of a list is an unknown item',
    '<<-EOT\n  a:\n    - b: 1\n      c: 2\n    ${var.open ? "- b: 2" : ""}\n  d: 1\n  EOT',
    'a:\n  - b: 1\n    c: 2\n  {{ unknown }}\n\nd: 1\n',
  ],
  [
    'an unknown value on a line of its own among the keys of a mapping is an unknown key',
    '<<-EOT\n  a:\n    b: 1\n    ${var.open ? "c: 2" : ""}\n  EOT',
    'a:\n  b: 1\n  {{ unknown }}\n\n',
  ],
  ['an unknown value below a key is a value', '<<-EOT\n  a:\n    ${var.open}\n  EOT', 'a:\n  ${var.open}\n'],
])('heredocs: %s', (_, expression, expected) => {
  expect(made(expression, variables)).toBe(expected);
});

test('a manifest shows that part of it is unknown', () => {
  expect(made('yamlencode(merge({ kind = "NodePool" }, var.open))', variables)).toBe(
    'kind: ${unknown}\n{{ unknown }}\n',
  );
  expect(made('yamlencode(merge(var.open, { kind = "NodePool" }))', variables)).toBe(
    'kind: "NodePool"\n{{ unknown }}\n',
  );
});

test.each([
  ['a key that is partly unknown', '{ "owner/${var.open}" = "x", b = 1 }', '"owner/${var.open}"', ''],
  ['a key that is unknown', '{ (var.open) = "x", b = 1 }', '"${var.open}"', ''],
  ['unknown entries', 'merge(var.open, { b = 1 })', '', '{{ unknown }}'],
])('%s stays open in YAML and in JSON', (_, expression, key, others) => {
  const yaml = key === '' ? `b: 1\n${others}\n` : `b: 1\n${key}: "x"\n`;
  const json = key === '' ? `{"b":1, ${others} }` : `{"b":1,${key}:"x"}`;

  expect(made(`yamlencode(${expression})`, variables)).toBe(yaml);
  expect(made(`jsonencode(${expression})`, variables)).toBe(json);
});

test('whether open JSON has another key is unknown', () => {
  const open = 'jsondecode(jsonencode(merge(var.open, { b = 1 })))';
  expect(made(`"v-\${lookup(${open}, "z", "none")}"`, variables)).toBe('v-${unknown}');
  expect(made('"v-${lookup(jsondecode(jsonencode({ b = 1 })), "z", "none")}"', variables)).toBe('v-none');
});

test('files of the repository', () => {
  const files = {
    'pool.tftpl': 'name: ${name}\n%{ if spot }\ntype: spot\n%{ endif }\n$${KEPT}\n',
    'sub/values.yaml': 'a: {b: [1, 2]}\n',
  };
  expect(made('templatefile("${path.module}/pool.tftpl", { name = "x", spot = true })', '', files)).toBe(
    'name: x\n\ntype: spot\n\n${KEPT}\n',
  );
  expect(made('"n${yamldecode(file("./sub/values.yaml")).a.b[1]}"', '', files)).toBe('n2');
  expect(made('join(",", fileset(path.module, "sub/*.yaml"))', '', files)).toBe('sub/values.yaml');
  expect(made('"n${fileexists("nowhere.yaml") ? 1 : 2}"', '', files)).toBe('n2');
  expect(made('"x-${file("../../etc/passwd")}"', '', files)).toBe('x-${unknown}');
});
