import { hoursPerMonth } from '../../range.ts';

/**
 * What the page's script does: it sorts a table by the column whose title is pressed, and draws nodes as boxes when they come
 * into sight. Names are put in as text, never as markup. Without it the tables have everything.
 */
export const script = `
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
  const chunk = 80, few = 40, hours = ${hoursPerMonth};
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
  const title = (box) => (box[0] > 1 ? box[0] + ' × ' : '') + names[box[1][0]];
  const place = (box) => names[box[1][1]] + ', ' + names[box[1][2]];
  const used = ([, , [cpu, cpuOf, memory, memoryOf]]) => 'CPU ' + share(cpu, cpuOf) + ' · memory ' + share(memory, memoryOf);

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
      list.append(make('li', own[i + 1] + ' × ' + names[name] + ', each ' + cpuEach + 'm and ' + memoryEach + ' Mi'));
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
`;
