import type { DrawnComment } from './github-comment-page.ts';

/**
 * The change of examples/label-change in the style of other tools' comments, rebuilt from their public templates with the figures that
 * they could know. None of these tools reads Karpenter's objects like this: the picture compares shapes, not results.
 */

/** After the Markdown output of infracost/infracost (internal/output). It has the cost, and no reason. */
const infracost = `#### 💰 Infracost report

**Monthly estimate increased by $280 📈**

| Changed project | Baseline cost | Usage cost* | Total change | New monthly cost |
| --- | ---: | ---: | ---: | ---: |
| octo/shop | +$280 | - | +$280 (+100%) | $561 |

*Usage costs can be estimated by updating [Infracost Cloud settings](https://www.infracost.io/docs/features/usage_based_resources), see [docs](https://www.infracost.io/docs/features/usage_based_resources/#infracost-usageyml) for other options.

<details><summary>Estimate details</summary></details>
`;

/** After the default plan template of suzuki-shunsuke/tfcmt (pkg/terraform/template.go). It has the actions, and no cost. */
const tfcmt = `## Plan Result

[CI link](https://github.com/octo/shop/actions)

<pre><code>Plan: 0 to add, 2 to change, 0 to destroy.</code></pre>

* Update
  * kubernetes_manifest.cart
  * kubernetes_manifest.web

<details><summary>Details (Click me)</summary></details>
`;

/** After the summary of home-operations/konflate (internal/server/markdown.go). It has the rendered objects, and no effect on nodes. */
const konflate = `### konflate — summary

> [!NOTE]
> **+0 added · 2 changed · −0 removed** — 2 resources · 2 apps

[View the full rendered diff →](https://github.com/octo/shop)

<sub>konflate · rendered \`3f2a9c1\` · advisory, not a gate</sub>
`;

export const peerComments: readonly DrawnComment[] = [
  { author: 'infracost', caption: 'in the style of Infracost', markdown: infracost },
  { author: 'tfcmt', caption: 'in the style of tfcmt', markdown: tfcmt },
  { author: 'konflate', caption: 'in the style of konflate', markdown: konflate },
];
