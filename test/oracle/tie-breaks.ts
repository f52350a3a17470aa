/**
 * Karpenter leaves some choices to chance (the order of Go maps, unstable sorts). The oracle's second build takes the first one by
 * name instead. These edits to a copy of sigs.k8s.io/karpenter do only that. Each states how often it must match, so that the build fails
 * if a new version changed one of these places.
 */
export interface Edit {
  /** Path below the module's root. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly hits: number;
}

const scheduling = 'pkg/controllers/provisioning/scheduling';
const disrupting = 'pkg/controllers/disruption';

export const tieBreaks: readonly Edit[] = [
  // If several domains have the lowest count, take the first by name, for spreads and for the first pod of an affinity.
  {
    file: `${scheduling}/topologygroup.go`,
    find: 'for _, domain := range nodeDomains.Values() {\n\t\t\tif count, ok := t.domains[domain]; ok {',
    replace:
      'for _, domain := range sets.List(sets.New(nodeDomains.Values()...)) {\n\t\t\tif count, ok := t.domains[domain]; ok {',
    hits: 1,
  },
  {
    file: `${scheduling}/topologygroup.go`,
    find: 'for domain := range t.domains {\n\t\t\t// but we can only choose from the node domains',
    replace:
      'for _, domain := range sets.List(sets.KeySet(t.domains)) {\n\t\t\t// but we can only choose from the node domains',
    hits: 1,
  },
  {
    file: `${scheduling}/topologygroup.go`,
    find: 'for domain := range t.domains {\n\t\t\tif intersected.Has(domain) {',
    replace: 'for _, domain := range sets.List(sets.KeySet(t.domains)) {\n\t\t\tif intersected.Has(domain) {',
    hits: 1,
  },
  {
    file: `${scheduling}/topologygroup.go`,
    find: 'for domain := range t.domains {\n\t\t\tif podDomains.Has(domain) {',
    replace: 'for _, domain := range sets.List(sets.KeySet(t.domains)) {\n\t\t\tif podDomains.Has(domain) {',
    hits: 1,
  },
  // Instance types with the same price, where the list is truncated.
  {
    file: 'pkg/cloudprovider/types.go',
    find: '\t\treturn iPrice < jPrice\n',
    replace: '\t\tif iPrice == jPrice {\n\t\t\treturn its[i].Name < its[j].Name\n\t\t}\n\t\treturn iPrice < jPrice\n',
    hits: 1,
  },
  // Groups of instance types by their daemon pods. The group without any comes last, which makes the minimum empty.
  {
    file: `${scheduling}/scheduler.go`,
    find: 'lo.Map(lo.Values(groups), func(g *DaemonOverheadGroup, _ int) DaemonOverheadGroup { return *g })',
    replace:
      'lo.Map(lo.Reverse(sets.List(sets.KeySet(groups))), func(key string, _ int) DaemonOverheadGroup { return *groups[key] })',
    hits: 1,
  },
  // The search for a term that fits removes terms from the daemon pod, which all instance types share. Each gets its own copy.
  {
    file: `${scheduling}/scheduler.go`,
    find: '\tpreferences := &Preferences{}\n\t// Add a toleration for PreferNoSchedule since a daemon',
    replace:
      '\tpreferences := &Preferences{}\n\tpod = pod.DeepCopy()\n\t// Add a toleration for PreferNoSchedule since a daemon',
    hits: 1,
  },
  // Nodes in the order of their names, for candidates with equal savings or equal drift times, and for NodePools.
  {
    file: 'pkg/controllers/state/cluster.go',
    find: 'return lo.Map(lo.Values(c.nodes), func(n *StateNode, _ int) *StateNode {\n\t\treturn n.DeepCopy()\n\t})',
    replace: [
      'nodes := lo.Map(lo.Values(c.nodes), func(n *StateNode, _ int) *StateNode {\n\t\treturn n.DeepCopy()\n\t})\n',
      '\tslices.SortFunc(nodes, func(a, b *StateNode) int { return strings.Compare(a.Name(), b.Name()) })\n\treturn nodes',
    ].join(''),
    hits: 1,
  },
  {
    file: 'pkg/controllers/state/cluster.go',
    find: '\t"maps"\n\t"sync"\n',
    replace: '\t"maps"\n\t"slices"\n\t"strings"\n\t"sync"\n',
    hits: 1,
  },
  {
    file: `${disrupting}/consolidation.go`,
    find: '\tsort.Slice(candidates, func(i, j int) bool {',
    replace: '\tsort.SliceStable(candidates, func(i, j int) bool {',
    hits: 1,
  },
  {
    file: `${disrupting}/drift.go`,
    find: '\tsort.Slice(candidates, func(i int, j int) bool {',
    replace: '\tsort.SliceStable(candidates, func(i int, j int) bool {',
    hits: 1,
  },
  {
    file: `${disrupting}/singlenodeconsolidation.go`,
    find: 'lo.Filter(lo.Keys(nodePoolCandidates), func(',
    replace: 'lo.Filter(sets.List(sets.KeySet(nodePoolCandidates)), func(',
    hits: 1,
  },
  // Texts: the first unknown label and its hint, and labels that do not intersect.
  {
    file: 'pkg/scheduling/requirements.go',
    find: 'for key := range requirements {\n\t\tif opts.AllowUndefined.Has(key) {',
    replace: 'undefined := ""\n\tfor key := range requirements {\n\t\tif opts.AllowUndefined.Has(key) {',
    hits: 1,
  },
  {
    file: 'pkg/scheduling/requirements.go',
    find: '\t\treturn fmt.Errorf("label %q does not have known values%s", key, labelHint(r, key, opts.AllowUndefined))\n\t}\n',
    replace: [
      '\t\tif undefined == "" || key < undefined {\n\t\t\tundefined = key\n\t\t}\n\t}\n\tif undefined != "" {\n',
      '\t\treturn fmt.Errorf("label %q does not have known values%s", undefined, labelHint(r, undefined, opts.AllowUndefined))\n\t}\n',
    ].join(''),
    hits: 1,
  },
  {
    file: 'pkg/scheduling/requirements.go',
    find: 'for wellKnown := range allowedUndefined {',
    replace: 'for _, wellKnown := range sets.List(allowedUndefined) {',
    hits: 1,
  },
  {
    file: 'pkg/scheduling/requirements.go',
    find: 'for existing := range r {',
    replace: 'for _, existing := range sets.List(r.Keys()) {',
    hits: 1,
  },
  {
    file: 'pkg/scheduling/requirements.go',
    find: '\treturn errs\n}\n\nfunc (r Requirements) HasMinValues() bool {',
    replace: [
      '\tif errs == nil {\n\t\treturn nil\n\t}\n\tall := multierr.Errors(errs)\n',
      '\tsort.Slice(all, func(i, j int) bool { return all[i].(badKeyError).key < all[j].(badKeyError).key })\n',
      '\treturn multierr.Combine(all...)\n}\n\nfunc (r Requirements) HasMinValues() bool {',
    ].join(''),
    hits: 1,
  },
  // Any value of a requirement.
  {
    file: 'pkg/scheduling/requirement.go',
    find: 'return r.values.UnsortedList()[0]',
    replace: 'return sets.List(r.values)[0]',
    hits: 1,
  },
];

/** The text of a file after its edits. Throws if one does not match as often as it must. */
export function breakTies(file: string, text: string): string {
  return tieBreaks
    .filter((edit) => edit.file === file)
    .reduce((edited, { find, replace, hits }) => {
      const parts = edited.split(find);
      if (parts.length - 1 !== hits) {
        throw new Error(`${file}: expected ${hits} times, found ${parts.length - 1} times:\n${find}`);
      }
      return parts.join(replace);
    }, text);
}
