const object = 'metadata: {name: web}\nspec: {limits: {cpu: 1}}\n';
const pool = `apiVersion: karpenter.sh/v1\nkind: NodePool\n${object}`;
const json = '{"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"json"}}';
const flow = '{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: web}}';
const spelled = (kind: string): string => `apiVersion: karpenter.sh/v1\n${kind}\n${object}`;
const merged = (key: string): string => `${key}: {apiVersion: karpenter.sh/v1, kind: NodePool}\n${object}`;
const indented = (text: string, by: string): string => text.trimEnd().replaceAll('\n', `\n${by}`);
const second = pool.replace('web', 'two');
const utf16 = Buffer.from(`\ufeff${pool}`, 'utf16le');

/** Files that a YAML reader might read differently than kubectl, by their peculiarity. */
export const oddTexts: Readonly<Record<string, string | Buffer>> = {
  'the value on the next line': spelled('kind:\n  NodePool'),
  'the value behind a comment': spelled('kind: # Service\n  NodePool'),
  'the value below a blank line and a comment': spelled('kind:\n\n# Service\n   NodePool'),
  'a tab before the value': spelled('kind:\tNodePool'),
  'an anchor before the value': spelled('kind: &a NodePool'),
  'a tag before the value': spelled('kind: !!str NodePool'),
  'a whole tag before the value': spelled('kind: !<tag:yaml.org,2002:str> NodePool'),
  'an alias as the value': spelled('x: &k NodePool\nkind: *k'),
  'an alias as the key': spelled('x: &k kind\n*k : NodePool'),
  'an anchor that is set twice': spelled('a: &k Pod\nb: &k NodePool\nkind: *k'),
  'a literal block': spelled('kind: |-\n  NodePool'),
  'a folded block': spelled('kind: >-\n  NodePool'),
  'an explicit key': spelled('? kind\n: NodePool'),
  'an explicit key over two lines': spelled('? "ki\\\n  nd"\n: NodePool'),
  'escapes in key and value': spelled('"k\\u0069nd": "Node\\x50oo\\U0000006c"'),
  'an escaped line break': spelled('kind: "Node\\\n   Pool"'),
  'an escaped apostrophe': spelled('note: "it\\\'s"\nkind: NodePool'),
  'a binary value': spelled('kind: !!binary Tm9kZVBvb2w='),
  'a binary key': spelled('!!binary a2luZA==: NodePool'),
  'a binary value whose tag is escaped': spelled('kind: !!bin%61ry Tm9kZVBvb2w='),
  'a duplicate kind': spelled('kind: Pod\nkind: NodePool'),
  'a duplicate kind, with a template': spelled('kind: Pod\nkind: NodePool\nx: "{{ y }}"'),
  'a merge key': merged('<<'),
  'a merge key with an anchor': merged('&m <<'),
  'a merge key by its tag': merged('!!merge <<'),
  'a merge key in quotes, which merges nothing': merged('"<<"'),
  'a merge key that overrides': `kind: Pod\n${merged('<<')}`,
  brackets: flow,
  'brackets and something else behind them': `${flow}\n rest: [\n`,
  'brackets twice, of which kubectl reads the first': flow + flow.replace('web', 'two'),
  'brackets without blanks': '{"apiVersion":karpenter.sh/v1,"kind":NodePool,"metadata":{"name":web}}',
  'JSON twice': json + json,
  'JSON, a number and JSON': `${json} 1 ${json}`,
  'JSON and YAML below it': `${json}\n${pool}`,
  'nothing in JSON, and YAML below it': `{}\n${pool}`,
  'JSON with escapes': json.replaceAll('/', '\\/').replace('NodePool', 'Node\\u0050ool').replace('kind', 'k\\u0069nd'),
  'a second document': `a: 1\n---\n${pool}`,
  'a second document that ends a text': `a: |\n  b\n--- # c\n${pool}`,
  'a second document behind `...`, which kubectl does not read': `${pool}...\n${second}`,
  'a second document with a byte order mark': `${pool}---\n\ufeff${second}`,
  'two byte order marks': `\ufeff\ufeff${pool}`,
  'a List': `apiVersion: v1\nkind: List\nitems:\n- ${indented(pool, '  ')}\n`,
  'a ConfigMap with items': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\nitems:\n- ${indented(pool, '  ')}\n`,
  'items that leave out their kind':
    'apiVersion: karpenter.sh/v1\nkind: NodePoolList\nitems:\n- metadata: {name: web}\n',
  'items of what is not a list': 'apiVersion: karpenter.sh/v1\nkind: NodePool\nitems:\n- metadata: {name: web}\n',
  'carriage returns and line feeds': pool.replaceAll('\n', '\r\n'),
  'carriage returns': pool.replaceAll('\n', '\r'),
  'next lines': pool.replaceAll('\n', '\x85'),
  'line separators': pool.replaceAll('\n', '\u2028'),
  'paragraph separators': pool.replaceAll('\n', '\u2029'),
  'a comment that ends with a next line': spelled('kind: # Service\x85  NodePool'),
  'a document that ends at a carriage return': `${pool}\r---\r${second}`,
  'UTF-16': utf16,
  'UTF-16, the other way round': Buffer.from(utf16).swap16(),
  'a template comment around a manifest': `# {{/*\n${pool}# */}}\n`,
  'a template comment around keys': `a: "{{/*"\n${pool}b: "*/}}"\n`,
  'a template expression across texts of a line':
    '{a: "{{", apiVersion: karpenter.sh/v1, kind: NodePool, b: "}}", metadata: {name: web}}',
  'a shell variable across texts of a line':
    '{a: "${A", "apiVersion": karpenter.sh/v1, "kind": NodePool, b: "}", metadata: {name: web}}',
  'a template comment across documents': `a: "{{/*"\n---\n${pool}---\nb: "*/}}"\n`,
  'a statement within a text': spelled('kind: NodePool\nx: |\n  {{ if y }}\n  z\n  {{ end }}'),
};

/** Files that kubectl reads and for which we report an error. */
export const refusedTexts: Readonly<Record<string, string | Buffer>> = {
  'bytes that are not UTF-8': Buffer.concat([Buffer.from(`${pool}# `), Buffer.from([0xff, 0x0a])]),
  'a zero in a second document': `${pool}---\n\0`,
  'an alias that touches its colon': spelled('x: &k kind\n*k: NodePool'),
};
