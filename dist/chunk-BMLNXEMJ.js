import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a as f}from"./chunk-6HO3MFX4.js";import{c as h,d as b}from"./chunk-GS73NBHD.js";import{a as u}from"./chunk-7FBZ6O5X.js";var i=class{html;constructor(t){this.html=t}},y={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"},g=e=>e instanceof i?e.html:Array.isArray(e)?e.map(g).join(""):String(e).replace(/[&<>"']/g,t=>y[t]),o=(e,...t)=>new i(e.map((n,r)=>n+(r<t.length?g(t[r]):"")).join("")),l=new i(""),M=(e,t)=>o`<code>${h(e,t)}</code>`,A=(e,t)=>o`${b(e,t).split(/`([^`]+)`/).map((n,r)=>r%2===1?o`<code>${n}</code>`:n)}`;var p=`
for (const button of document.querySelectorAll('th button')) button.addEventListener('click', () => {
  const head = button.closest('th'), body = head.closest('table').tBodies[0], at = head.cellIndex;
  const isUp = head.getAttribute('aria-sort') !== 'ascending';
  for (const other of head.parentNode.children) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
  const key = (row) => row.cells[at].dataset.sort ?? row.cells[at].textContent;
  const order = (a, b) => isNaN(a) || isNaN(b) || a === '' || b === '' ? a.localeCompare(b, 'en', { numeric: true }) : a - b;
  const rows = [...body.rows].sort((a, b) => order(key(a), key(b)) * (isUp ? 1 : -1));
  body.append(...rows);
});

const holder = document.getElementById('node-data');
if (holder) boxes(JSON.parse(holder.textContent), document.getElementById('node'));

function boxes({ names, workloads, grids }, panel) {
  const chunk = 80, few = 40, hours = ${730};
  const make = (tag, text, kind) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  const money = (usd) => usd === null ? 'price unknown' : '$' + (usd * hours).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }) + ' a month';
  const share = (part, whole) => whole > 0 ? Math.round(100 * part / whole) + '\\u00a0%' : 'unknown';
  const several = (count, noun) => count + ' ' + noun + (count === 1 ? '' : 's');
  const rounded = (figure) => String(Math.round(figure * 10) / 10);
  const title = (box) => (box[0] > 1 ? box[0] + ' \xD7 ' : '') + names[box[1][0]];
  const place = (box) => names[box[1][1]] + ', ' + names[box[1][2]];
  const used = ([, , [cpu, cpuOf, memory, memoryOf]]) => 'CPU ' + share(cpu, cpuOf) + ' \xB7 memory ' + share(memory, memoryOf);

  // Two bars of 100 units; each pod a piece of it while pieces can be told apart, then DaemonSets and what goes uncounted.
  const bars = (box) => {
    const [cpu, cpuOf, memory, memoryOf] = box[2], shapes = new Map();
    const put = (hue, x, y, width) => shapes.set(hue, (shapes.get(hue) ?? '') + 'M' + rounded(x) + ' ' + y + 'h' + rounded(width) + 'v10h-' + rounded(width) + 'z');
    const fill = (index, requested, whole, y) => {
      if (!(whole > 0)) return;
      const unit = 100 / whole, end = Math.min(100, requested * unit);
      let x = 0;
      for (let i = 0; i < box[7].length; i += 2) {
        const workload = workloads[box[7][i]], count = box[7][i + 1], each = workload[index] * unit;
        const pieces = each > 1.5 ? count : 1, width = each * count / pieces;
        for (let piece = 0; piece < pieces && x < end; piece++, x += width) {
          const seen = Math.min(width, end - x) - (pieces > 1 || width > 3 ? 0.5 : 0);
          if (seen > 0.05) put(workload[1], x, y, seen);
        }
      }
      if (end - x > 0.1) put(rest, x, y, end - x);
    };
    let listed = 0;
    for (let i = 1; i < box[7].length; i += 2) listed += box[7][i];
    const rest = box[4] > listed ? 'other' : 'daemon';
    put('free', 0, 0, 100);
    put('free', 0, 12, 100);
    fill(2, cpu, cpuOf, 0);
    fill(3, memory, memoryOf, 12);
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 100 22');
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('aria-hidden', 'true');
    for (const [hue, d] of shapes) {
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      path.setAttribute('class', hue);
      path.setAttribute('d', d);
      svg.append(path);
    }
    return svg;
  };

  const draw = (box, isSmall) => {
    const button = make('button');
    button.type = 'button';
    button.tabIndex = -1;
    if (isSmall) {
      button.setAttribute('aria-label', [title(box), place(box), used(box), several(box[4], 'pod')].join(', '));
      button.append(bars(box));
    }
    else button.append(make('b', title(box)), make('span', place(box)), bars(box), make('span', used(box)));
    button.box = box;
    return button;
  };

  const tell = (box) => {
    const [count, [, , , pool], [cpu, cpuOf, memory, memoryOf], usd, pods, options, source, own, ties] = box;
    const list = make('ul');
    let listed = 0;
    for (let i = 0; i < own.length; i += 2) {
      const [name, , cpuEach, memoryEach] = workloads[own[i]];
      listed += own[i + 1];
      list.append(make('li', own[i + 1] + ' \xD7 ' + names[name] + ', each ' + cpuEach + 'm and ' + memoryEach + ' Mi'));
    }
    if (pods > listed) list.append(make('li', 'and ' + several(pods - listed, 'more pod')));
    const why = options === 1
      ? 'It is the only type that the NodePool and these pods leave.'
      : 'It is the cheapest of ' + options + ' types that the NodePool and these pods leave.';
    const others = ties.length > 0 ? ' At the same price: ' + ties.map((tie) => names[tie]).join(', ') + '.' : '';
    const prices = { live: 'fetched live', table: 'from the price table', estimated: 'estimated' };
    panel.replaceChildren(
      make('b', title(box) + ', ' + place(box)),
      make('p', 'NodePool ' + names[pool] + '; ' + money(usd) + (count > 1 ? ' each' : '') + ', ' + (prices[names[source]] ?? names[source])),
      make('p', 'Requested: ' + rounded(cpu / 1000) + ' of ' + rounded(cpuOf / 1000) + ' CPUs (' + share(cpu, cpuOf) + '), ' + rounded(memory / 1024) + ' of ' + rounded(memoryOf / 1024) + ' GiB of memory (' + share(memory, memoryOf) + ')'),
      make('p', why + others),
      list,
    );
    if (own.length > 0) panel.append(make('p', 'The whole decision: plumbline estimate . --explain ' + names[workloads[own[0]][0]], 'soft'));
    panel.hidden = false;
  };

  // Boxes are drawn once they come near: a place holder as tall as they will be stands for each lot of them.
  const fillLot = (holder) => {
    if (!holder.lot) return;
    const made = holder.lot.map((box) => draw(box, holder.isSmall));
    holder.lot = null;
    holder.style.minHeight = '';
    holder.append(...made);
  };
  const watcher = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) if (isIntersecting) { watcher.unobserve(target); fillLot(target); }
  }, { rootMargin: '600px' });
  const lots = [];
  for (const [i, grid] of [...document.querySelectorAll('.nodes')].entries()) {
    const all = grids[i] ?? [];
    for (let from = 0; from < all.length; from += chunk) {
      const lot = make('div', undefined, all.length > few ? 'lot small' : 'lot');
      lot.lot = all.slice(from, from + chunk);
      lot.isSmall = all.length > few;
      const across = Math.max(1, Math.floor((grid.clientWidth || 300) / (lot.isSmall ? 46 : 175)));
      lot.style.minHeight = Math.ceil(lot.lot.length / across) * (lot.isSmall ? 42 : 100) + 'px';
      grid.append(lot);
      watcher.observe(lot);
      lots.push(lot);
    }
    if (all.length > 0) grid.tabIndex = 0;
    grid.addEventListener('focus', () => { const lot = grid.querySelector('.lot'); if (lot) { fillLot(lot); lot.firstElementChild.focus(); } });
    grid.addEventListener('keydown', (event) => {
      const now = document.activeElement;
      if (!now.box) return;
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (event.shiftKey && event.key === 'Tab') { grid.tabIndex = -1; setTimeout(() => { grid.tabIndex = 0; }); }
      if (event.key === 'Escape') panel.hidden = true;
      if (!step) return;
      event.preventDefault();
      const next = step > 0 ? now.nextElementSibling ?? firstOf(now.parentNode.nextElementSibling) : now.previousElementSibling ?? lastOf(now.parentNode.previousElementSibling);
      next?.focus();
    });
    for (const kind of ['focusin', 'pointerover', 'click']) grid.addEventListener(kind, ({ target }) => {
      const button = target.closest?.('button');
      if (button?.box) tell(button.box);
    });
  }
  const firstOf = (lot) => { if (lot) fillLot(lot); return lot?.firstElementChild; };
  const lastOf = (lot) => { if (lot) fillLot(lot); return lot?.lastElementChild; };
  addEventListener('beforeprint', () => lots.forEach(fillLot));
  addEventListener('keydown', ({ key }) => { if (key === 'Escape') panel.hidden = true; });
}
`;var w=`
:root{color-scheme:light dark;--back:#fff;--text:#1f2328;--soft:#59636e;--line:#d1d9e0;--panel:#f6f8fa;--bad:#cf222e;--warn:#7d4e00;--good:#1a7f37;--link:#0550ae;--free:#e4e8ec;--daemon:#b6bec8}
@media(prefers-color-scheme:dark){:root{--back:#0d1117;--text:#f0f6fc;--soft:#9ea7b3;--line:#3d444d;--panel:#151b23;--bad:#ff7b72;--warn:#e3b341;--good:#56d364;--link:#79c0ff;--free:#2a313c;--daemon:#545d68}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1rem;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
p,li,li code,h1,h2,h3,h4,h3 code{overflow-wrap:anywhere}.sides>*{min-width:0}.sides{grid-template-columns:repeat(auto-fit,minmax(min(19rem,100%),1fr))}h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line)}h3{font-size:1rem;margin:1rem 0 .5rem}
code{font:.9em ui-monospace,monospace;background:var(--panel);padding:.1em .3em;border-radius:4px;overflow-wrap:break-word}
.lead{font-size:1.1rem;margin:0}.soft{color:var(--soft)}.block{color:var(--bad)}.warn{color:var(--warn)}.pass{color:var(--good)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}a{color:var(--link)}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;background:var(--back)}
.wide{overflow-x:auto;margin:.5rem 0}table{border-collapse:collapse;min-width:20rem}
caption{text-align:left;color:var(--soft);padding:.2rem 0}
td:not(.figure){min-width:5.5rem}td:last-child:not(.figure){min-width:16rem}td code{overflow-wrap:anywhere}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line)}
.figure{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th button{font:inherit;font-weight:600;color:inherit;background:none;border:0;padding:0;cursor:pointer}
th[aria-sort=ascending] button::after{content:" \u25B2"}th[aria-sort=descending] button::after{content:" \u25BC"}
.sides{display:grid;gap:1rem}
.lot{display:grid;grid-template-columns:repeat(auto-fill,minmax(10.5rem,1fr));gap:.4rem;align-content:start}
.lot button{font:inherit;font-size:.75rem;text-align:left;color:inherit;border:1px solid var(--line);border-radius:6px;padding:.35rem;background:var(--panel);cursor:pointer;min-width:0}
.lot button:hover{border-color:var(--link)}.lot b,.lot span{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.lot svg{display:block;width:100%;height:1.8rem;margin:.2rem 0}
.lot.small{grid-template-columns:repeat(auto-fill,minmax(2.6rem,1fr));gap:.2rem;margin-bottom:.2rem}.lot.small button{padding:.15rem}.lot.small svg{margin:0;height:1.9rem}
.pool>h3{margin-bottom:0}h4{font-size:.9rem;font-weight:400;color:var(--soft);margin:.25rem 0 .4rem}
.panel{position:sticky;bottom:.5rem;background:var(--back);border:1px solid var(--link);border-radius:6px;padding:.5rem .75rem;font-size:.85rem;max-height:40vh;overflow:auto;box-shadow:0 2px 12px #0004}.panel p,.panel ul{margin:.15rem 0}.panel ul{padding-left:1.2rem}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none;font-size:.85rem}.legend svg{width:.8rem;height:.8rem}
.other{fill:#6e7781}.free{fill:var(--free)}.daemon{fill:var(--daemon)}
.w0{fill:#4078c0}.w1{fill:#d9822b}.w2{fill:#3d9970}.w3{fill:#b5495b}.w4{fill:#8064a2}.w5{fill:#c2a500}.w6{fill:#2aa1b3}.w7{fill:#9c6b4e}
.waves{margin:0}.waves figcaption{color:var(--soft)}.waves svg{min-width:32rem;max-width:60rem;width:100%;height:auto}.waves text{fill:var(--text);font-size:11px}.waves .on{fill:#fff;pointer-events:none}.wave{fill:#1f6feb}.gone{fill:#cf222e}.mark{stroke:var(--line)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media print{nav,.skip,.panel{display:none}body{max-width:none}.wide{overflow:visible}.lot{min-height:0!important}.lot button,tr{break-inside:avoid}svg{print-color-adjust:exact}}
`;function U({title:e,header:t,sections:n,version:r}){let c=`default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${k(f(p))}'; base-uri 'none'; form-action 'none'`;return o`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${c}"><meta name="referrer" content="no-referrer">
<title>${e}</title><style>${new i(w)}</style></head>
<body><a class="skip" href="#main">To the content</a>
<header>${t}<nav aria-label="Sections"><ul>${n.map(({id:s,title:a})=>o`<li><a href="#${s}">${a}</a></li>`)}</ul></nav></header>
<main id="main">
${n.map(({id:s,title:a,content:d})=>o`<section aria-labelledby="${s}"><h2 id="${s}">${a}</h2>
${d}</section>
`)}${n.length===0?o`<p>Nothing here is Karpenter's.</p>`:l}</main>
<footer><p class="soft">plumbline ${r}</p></footer>
<script>${new i(p)}</script></body></html>
`.html}var k=e=>btoa(String.fromCharCode(...(e.match(/../g)??[]).map(t=>Number.parseInt(t,16))));var $=2e3;function j(e,t,n){if(n.length===0)return l;let r=n.slice(0,$),c=t.map(({title:a,isFigure:d})=>{if(a==="")return o`<td></td>`;let m=r.length>1?o`<button type="button">${a}</button>`:a;return o`<th scope="col"${x(d)}>${m}</th>`}),s=r.map(a=>o`<tr>${a.map((d,m)=>S(d,t[m]?.isFigure))}</tr>
`);return o`<div class="wide" role="region" aria-label="${e}" tabindex="0"><table>
<caption>${e}</caption>
<thead><tr>${c}</tr></thead>
<tbody>
${s}</tbody></table></div>
${n.length>r.length?o`<p>… and ${u(n.length-r.length,"more row")}.</p>`:l}`}var x=e=>e?o` class="figure"`:l,S=({content:e,sort:t},n)=>o`<td${x(n)}${t===void 0?l:o` data-sort="${t}"`}>${e}</td>`;export{i as a,o as b,l as c,M as d,A as e,U as f,j as g};
