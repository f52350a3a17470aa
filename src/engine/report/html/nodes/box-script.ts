import { hoursPerMonth } from '../../../text/range.ts';

/**
 * Draws nodes as boxes when they come into view, and shows what is on a node. Names are inserted as text, never as markup.
 * Without the script, the tables show the same facts.
 */
export const boxScript = `
const holder = document.getElementById('node-data');
if (holder) boxes(JSON.parse(holder.textContent), document.getElementById('node'));

function boxes({ names, workloads, grids, money: { symbol, perUsd } }, panel) {
  const chunk = 80, few = 40, hours = ${hoursPerMonth};
  const make = (tag, text, kind) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  const money = (usd) => usd === null ? 'price unknown' : symbol + (usd * hours * perUsd).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }) + '/month';
  const share = (part, whole) => whole > 0 ? Math.round(100 * part / whole) + '%' : 'unknown';
  const several = (count, noun) => count + ' ' + noun + (count === 1 ? '' : 's');
  const rounded = (figure) => String(Math.round(figure * 10) / 10);
  const title = (box) => (box[0] > 1 ? box[0] + ' × ' : '') + names[box[1][0]];
  const place = (box) => names[box[1][1]] + ', ' + names[box[1][2]];
  const used = ([, , [cpu, cpuOf, memory, memoryOf]]) => 'CPU ' + share(cpu, cpuOf) + ', memory ' + share(memory, memoryOf);

  // A bar of 100 units. Each pod is a piece while the pieces are wide enough to see; DaemonSets and workloads that are not listed follow.
  const bar = (box, index) => {
    const shapes = new Map(), [requested, whole] = box[2].slice(2 * index);
    const put = (hue, x, width) => shapes.set(hue, (shapes.get(hue) ?? '') + 'M' + rounded(x) + ' 0h' + rounded(width) + 'v10h-' + rounded(width) + 'z');
    let listed = 0;
    for (let i = 1; i < box[7].length; i += 2) listed += box[7][i];
    put('free', 0, 100);
    if (whole > 0) {
      const unit = 100 / whole, end = Math.min(100, requested * unit);
      let x = 0;
      for (let i = 0; i < box[7].length; i += 2) {
        const workload = workloads[box[7][i]], count = box[7][i + 1], each = workload[2 + index] * unit;
        const pieces = each > 1.5 ? count : 1, width = each * count / pieces;
        for (let piece = 0; piece < pieces && x < end; piece++, x += width) {
          const seen = Math.min(width, end - x) - (pieces > 1 || width > 3 ? 0.6 : 0);
          if (seen > 0.05) put(workload[1], x, seen);
        }
      }
      if (end - x > 0.1) put(box[4] > listed ? 'other' : 'daemon', x, end - x);
    }
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 100 10');
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
  const row = (kind, ...parts) => {
    const made = make('span', undefined, kind);
    made.append(...parts);
    return made;
  };

  const draw = (box, isSmall) => {
    const button = make('button', undefined, box[0] > 1 ? 'pile' : undefined), [cpu, cpuOf, memory, memoryOf] = box[2];
    button.type = 'button';
    button.tabIndex = -1;
    if (isSmall) {
      button.setAttribute('aria-label', [title(box), place(box), used(box), several(box[4], 'pod')].join(', '));
      button.append(bar(box, 0), bar(box, 1));
    }
    else button.append(
      row('name', make('span', names[box[1][0]]), ...(box[0] > 1 ? [make('span', '× ' + box[0], 'count')] : [])),
      make('span', place(box), 'place'),
      row('use', make('span', 'CPU'), bar(box, 0), make('span', share(cpu, cpuOf))),
      row('use', make('span', 'Memory'), bar(box, 1), make('span', share(memory, memoryOf))),
    );
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
      ? 'It is the only type that the NodePool and these pods allow.'
      : 'It is the cheapest of ' + options + ' types that the NodePool and these pods allow.';
    const others = ties.length > 0 ? ' Same price: ' + ties.map((tie) => names[tie]).join(', ') + '.' : '';
    const prices = { live: 'fetched live', table: 'from the price table', estimated: 'estimated' };
    panel.replaceChildren(
      make('b', title(box) + ', ' + place(box)),
      make('p', 'NodePool ' + names[pool] + '; ' + money(usd) + (count > 1 && usd !== null ? ' each' : '') + (usd === null ? '' : ' (price ' + (prices[names[source]] ?? names[source]) + ')')),
      make('p', 'Requested: ' + rounded(cpu / 1000) + ' of ' + rounded(cpuOf / 1000) + ' CPUs (' + share(cpu, cpuOf) + '), ' + rounded(memory / 1024) + ' of ' + rounded(memoryOf / 1024) + ' GiB of memory (' + share(memory, memoryOf) + ')'),
      make('p', why + others),
      list,
    );
    if (own.length > 0) panel.append(make('p', 'To see the whole decision, run: plumbline estimate . --explain ' + names[workloads[own[0]][0]], 'soft'));
    panel.hidden = false;
  };

  // Boxes are drawn when they come near the view. Until then an empty element of the same height takes their place.
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
      const lot = make('div', undefined, all.length > few ? 'lot tiny' : 'lot');
      lot.lot = all.slice(from, from + chunk);
      lot.isSmall = all.length > few;
      const across = Math.max(1, Math.floor((grid.clientWidth || 300) / (lot.isSmall ? 48 : 200)));
      lot.style.minHeight = Math.ceil(lot.lot.length / across) * (lot.isSmall ? 40 : 112) + 'px';
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
