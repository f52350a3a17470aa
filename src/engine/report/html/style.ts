/**
 * The style of the page: light and dark, phone and print. It uses no style attributes, so that the page's policy can allow this text alone.
 * Eight hues distinguish the workloads of a NodePool. The list above the boxes explains them.
 */
export const style = `
:root {
  color-scheme: light dark;
  --back: light-dark(#fff, #0d1117);
  --page: light-dark(#f4f6f8, #090c10);
  --text: light-dark(#1c2128, #f0f6fc);
  --soft: light-dark(#57606a, #9ea7b3);
  --line: light-dark(#d8dee4, #30363d);
  --panel: light-dark(#f6f8fa, #161b22);
  --bad: light-dark(#b91c2b, #ff8a80);
  --bad-back: light-dark(#ffecec, #35161a);
  --warn: light-dark(#7d4e00, #e8b93e);
  --warn-back: light-dark(#fff4d6, #2e2410);
  --good: light-dark(#116a34, #5bd678);
  --good-back: light-dark(#e2f6e7, #11291a);
  --link: light-dark(#0a53a8, #7cc0ff);
  --info-back: light-dark(#e6f0fb, #10233a);
  --before: light-dark(#a9b3bf, #57606a);
  --after: light-dark(#1f6feb, #4493f8);
  --free: light-dark(#e6eaef, #2a313c);
  --daemon: light-dark(#b6bec8, #545d68);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4, p, ul, ol, dl, dd, figure { margin: 0; }
h1 { font-size: clamp(1.25rem, 1rem + 1.5vw, 1.9rem); line-height: 1.25; letter-spacing: -.01em; margin: .6rem 0 .4rem; }
h1 code { background: none; padding: 0; font-size: .94em; }
h2 { font-size: 1.2rem; margin: 0 0 .75rem; }
h3 { font-size: 1rem; margin: .9rem 0 .35rem; }
h4 { font-size: .95rem; font-weight: 600; line-height: 1.45; }
a { color: var(--link); text-underline-offset: .15em; }
code, pre { font: .88em/1.5 ui-monospace, SFMono-Regular, Menlo, "Liberation Mono", monospace; }
code { background: var(--panel); border-radius: 4px; padding: .1em .3em; }
button, input, select { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.soft { color: var(--soft); }
.hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.inner { max-width: 74rem; margin: 0 auto; padding: 0 1.25rem; }
.skip { position: absolute; left: -99rem; z-index: 3; padding: .5rem 1rem; }
.skip:focus { left: 0; background: var(--back); }

.top { background: var(--back); border-top: 5px solid var(--line); padding: 1rem 0 1.25rem; }
.top.block { border-color: var(--bad); } .top.warn { border-color: var(--warn); } .top.pass { border-color: var(--good); }
.brand { display: flex; align-items: center; gap: .5rem; color: var(--soft); font-size: .9rem; font-weight: 600; letter-spacing: .02em; }
.brand svg { width: 1rem; height: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.6; }
.lead { font-size: 1.05rem; }
.badge { display: inline-block; border-radius: 2em; padding: .12em .7em; font-size: .72em; font-weight: 650; vertical-align: .12em; margin-right: .35em; letter-spacing: 0; white-space: nowrap; }
.badge.block, .tag.error { color: var(--bad); background: var(--bad-back); }
.badge.warn, .tag.warning { color: var(--warn); background: var(--warn-back); }
.badge.pass { color: var(--good); background: var(--good-back); }
.tag.note, .tag.new { color: var(--link); background: var(--info-back); }
.tag { display: inline-block; border-radius: 2em; padding: 0 .6em; font-size: .78rem; font-weight: 600; background: var(--panel); color: var(--soft); white-space: nowrap; }

nav { position: sticky; top: 0; z-index: 2; background: var(--back); border-bottom: 1px solid var(--line); }
nav .inner { display: flex; gap: .75rem; align-items: center; }
nav ul { display: flex; gap: .25rem; padding: .35rem 0; list-style: none; overflow-x: auto; flex: 1; scrollbar-width: none; }
nav a { display: block; padding: .3rem .65rem; border-radius: 6px; color: var(--soft); text-decoration: none; white-space: nowrap; font-size: .9rem; }
nav a:hover { background: var(--panel); color: var(--text); }
nav a[aria-current] { background: var(--info-back); color: var(--link); font-weight: 600; }
.theme { border: 1px solid var(--line); border-radius: 6px; background: var(--panel); padding: .2rem .6rem; font-size: .85rem; cursor: pointer; white-space: nowrap; }

main { padding: 1.25rem 0 2rem; }
main .inner > section { background: var(--back); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; margin-bottom: 1rem; }
footer { color: var(--soft); font-size: .85rem; padding-bottom: 2rem; }
section > p + p, section > p + ul { margin-top: .5rem; }
section ul:not([class]) { padding-left: 1.25rem; }

.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(10.6rem, 100%), 1fr)); gap: .75rem; margin-top: 1rem; }
.card { border: 1px solid var(--line); border-radius: 12px; padding: .8rem .9rem; background: var(--panel); min-width: 0; }
.card.bad { background: var(--bad-back); border-color: var(--bad); } .card.caution { background: var(--warn-back); border-color: var(--warn); }
.card dt { font-size: .82rem; color: var(--soft); font-weight: 600; }
.card.bad dt, .card.caution dt, .card.bad .was, .card.caution .was, .card.bad .soft, .card.caution .soft { color: inherit; }
.big { font-size: 1.4rem; font-weight: 680; letter-spacing: -.015em; font-variant-numeric: tabular-nums; line-height: 1.3; }
.big .was { font-size: .78em; font-weight: 500; }
.was { color: var(--soft); font-variant-numeric: tabular-nums; white-space: nowrap; }
.small { font-size: .85rem; }
.up { color: var(--warn); } .down { color: var(--good); } .up, .down { font-weight: 600; white-space: nowrap; }
.meter { display: block; width: 100%; height: .5rem; margin: .25rem 0 .1rem; }
.before { fill: var(--before); } .after { fill: var(--after); } .free { fill: var(--free); }

.filters { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: end; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: .75rem .9rem; margin-bottom: .9rem; }
.filters[hidden] { display: none; }
.filters fieldset { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .35rem; min-width: 0; }
.filters legend, .filters .field span { font-size: .78rem; color: var(--soft); font-weight: 600; padding: 0; margin-bottom: .2rem; display: block; }
.filters .check { display: flex; gap: .35rem; align-items: center; border: 1px solid var(--line); border-radius: 2em; padding: .15rem .7rem; background: var(--back); cursor: pointer; font-size: .88rem; }
.filters .check:has(:checked) { border-color: var(--link); }
.filters .field { flex: 1 1 11rem; min-width: 0; }
.filters .field input, .filters .field select, .filters button { width: 100%; border: 1px solid var(--line); border-radius: 6px; background: var(--back); padding: .25rem .5rem; min-width: 0; }
.filters .field input, .filters .field select, .filters button { height: 2.1rem; }
.filters button { width: auto; cursor: pointer; }
.filters [role=status] { flex-basis: 100%; font-size: .88rem; color: var(--soft); }

.items { list-style: none; padding: 0; display: grid; gap: .7rem; }
.item { border: 1px solid var(--line); border-left-width: 4px; border-radius: 8px; padding: .75rem .9rem; min-width: 0; }
.item[hidden] { display: none; }
.item h3 { margin: .1rem 0 .3rem; }
.item.error, .item.delete { border-left-color: var(--bad); } .item.warning, .item.replace { border-left-color: var(--warn); } .item.note { border-left-color: var(--after); }

.item.consequence { margin-left: clamp(.75rem, 3vw, 2rem); }
.tags { display: flex; flex-wrap: wrap; gap: .3rem .5rem; align-items: center; margin-bottom: .3rem; font-size: .85rem; }
.places { font-size: .88rem; margin-top: .4rem; }
.help { margin-top: .4rem; }
.frame { margin: .5rem 0 0; background: var(--panel); border-radius: 6px; padding: .4rem 0; font-size: .82rem; }
.frame code { background: none; padding: 0; display: block; font-size: 1em; }
.frame span { display: block; padding: 0 .8rem 0 3.2rem; text-indent: -3.2rem; white-space: pre-wrap; } .frame .hit { background: var(--info-back); }
.frame b { display: inline-block; width: 3.2rem; padding: 0 .8rem 0 0; text-indent: 0; text-align: right; font-weight: 400; color: var(--soft); user-select: none; }
.frame mark { background: none; color: inherit; text-decoration: underline wavy var(--bad); text-underline-offset: .25em; }
summary { cursor: pointer; font-weight: 600; padding: .4rem 0; }
.fields { list-style: none; padding: 0; display: grid; gap: .5rem; margin-top: .5rem; }
.fields li { border-top: 1px solid var(--line); padding-top: .5rem; min-width: 0; }
.arrow { color: var(--soft); padding: 0 .3em; }

.wide { overflow-x: auto; margin: .75rem 0 0; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--soft); font-size: .88rem; padding: .2rem 0; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
th { font-size: .85rem; white-space: nowrap; }
td:not(.figure) { min-width: 5rem; overflow-wrap: break-word; }
.bars td:not(.figure) { overflow-wrap: anywhere; }
td:first-child:not(.figure) { min-width: 9rem; }
tbody tr:hover { background: var(--panel); }
.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th button { font-weight: 650; background: none; border: 0; padding: 0; cursor: pointer; }
th button::after { content: " ↕"; color: var(--soft); }
th[aria-sort=ascending] button::after { content: " ↑"; } th[aria-sort=descending] button::after { content: " ↓"; }

.key { margin: .35rem 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; font-size: .85rem; }
.key svg { width: .8rem; height: .8rem; border-radius: 3px; }
.bars { margin-top: .5rem; }
.bars td { vertical-align: middle; }
.bars td:nth-child(3) { width: 55%; }
.bars svg { display: block; width: 100%; height: 1.5rem; }
.other { fill: #6e7781; } .daemon { fill: var(--daemon); }
.w0 { fill: #4078c0; } .w1 { fill: #d9822b; } .w2 { fill: #3d9970; } .w3 { fill: #b5495b; } .w4 { fill: #8064a2; } .w5 { fill: #c2a500; } .w6 { fill: #2aa1b3; } .w7 { fill: #9c6b4e; }

.timeline { margin: .75rem 0 1rem; }
.timeline figcaption { color: var(--soft); font-size: .88rem; margin-bottom: .4rem; }
.lane { display: grid; grid-template-columns: minmax(5rem, 12rem) 1fr; align-items: center; gap: .75rem; padding: .15rem 0; }
.lane svg { display: block; width: 100%; height: 1.9rem; overflow: visible; }
.lane .track { fill: var(--panel); } .wave { fill: #1f6feb; } .gone { fill: #cf222e; } .lane .on { fill: #fff; font-size: 12px; font-weight: 600; pointer-events: none; }
.axis svg { height: 1.2rem; } .axis text { fill: var(--soft); font-size: 12px; } .mark { stroke: var(--line); }

.pool { border-top: 1px solid var(--line); padding-top: .25rem; margin-top: 1rem; }
.sides { display: grid; gap: 1rem 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); margin-top: .5rem; }
.sides > * { min-width: 0; }
.sides h4 { font-weight: 400; font-size: .88rem; color: var(--soft); margin: .25rem 0 .4rem; }
.lot { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: .7rem; align-content: start; padding: 0 .35rem .35rem 0; }
.lot button { position: relative; font-size: .78rem; line-height: 1.4; text-align: left; border: 1px solid var(--line); border-radius: 8px; padding: .5rem .6rem .45rem; background: var(--panel); cursor: pointer; min-width: 0; }
.lot .pile { box-shadow: 3px 3px 0 -1px var(--back), 3px 3px 0 0 var(--line), 6px 6px 0 -1px var(--back), 6px 6px 0 0 var(--line); }
.lot button:hover { border-color: var(--link); }
.lot .name { display: flex; gap: .4rem; justify-content: space-between; font-size: .88rem; font-weight: 650; }
.lot .name > :first-child, .lot .place { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.lot .place { display: block; color: var(--soft); }
.lot .count { color: var(--link); white-space: nowrap; }
.lot .use { display: grid; grid-template-columns: 3.6rem 1fr 2.4rem; align-items: center; gap: .35rem; margin-top: .25rem; }
.lot .use > :last-child { text-align: right; font-variant-numeric: tabular-nums; }
.lot svg { display: block; width: 100%; height: .8rem; border-radius: 3px; }
.lot.tiny { grid-template-columns: repeat(auto-fill, minmax(2.7rem, 1fr)); gap: .3rem; margin-bottom: .3rem; padding: 0; }
.lot.tiny button { padding: .25rem; } .lot.tiny svg { height: .75rem; margin: 1px 0; } .lot.tiny .pile { box-shadow: 2px 2px 0 0 var(--line); }
.panel { position: sticky; bottom: .5rem; z-index: 1; background: var(--back); border: 1px solid var(--link); border-radius: 10px; padding: .6rem .9rem; font-size: .88rem; max-height: 40vh; overflow: auto; box-shadow: 0 6px 24px #0003; margin-top: .75rem; }
.panel p, .panel ul { margin: .15rem 0; } .panel ul { padding-left: 1.2rem; }

@media (max-width: 40rem) {
  .inner { padding: 0 .8rem; }
  main .inner > section { padding: .9rem .8rem; border-radius: 10px; }
  .cards { grid-template-columns: 1fr 1fr; gap: .5rem; } .card { padding: .6rem .7rem; } .big { font-size: 1.2rem; }
  .lane { grid-template-columns: 1fr; gap: .1rem; } .axis > :first-child { display: none; }
  .lot { grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); }
  .wide { overflow: visible; }
  thead { display: none; }
  table, tbody, caption { display: block; }
  tr { display: flex; flex-wrap: wrap; gap: .1rem 1rem; border-bottom: 1px solid var(--line); padding: .45rem 0; }
  td, td.figure, td:not(.figure) { border: 0; padding: 0; min-width: 0; text-align: left; white-space: normal; overflow-wrap: anywhere; }
  td:first-child:not(.figure) { flex-basis: 100%; }
  td[data-label]:not(:first-child)::before { content: attr(data-label) " "; color: var(--soft); font-size: .85rem; }
  .bars td:nth-child(3) { flex-basis: 100%; width: auto; order: 1; }
}
@media print {
  :root { color-scheme: light; }
  body { background: #fff; font-size: 10.5pt; }
  nav, .skip, .panel, .filters, th button::after { display: none !important; }
  .inner { max-width: none; padding: 0; }
  main .inner > section { border: 0; padding: .5rem 0; margin: 0; }
  .wide { overflow: visible; }
  .item, .card, .lot button, tr, .lane { break-inside: avoid; } h2, h3, h4 { break-after: avoid; }
  .lot { min-height: 0 !important; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
