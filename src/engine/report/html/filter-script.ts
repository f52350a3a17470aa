/** Shows the findings that match the filters, and their number. */
export const filterScript = `
const filters = document.getElementById('finding-filters');
if (filters) {
  const items = [...document.querySelectorAll('.items > [data-severity]')];
  const texts = new Map(items.map((item) => [item, item.textContent.toLowerCase()]));
  const hasAges = filters.querySelector('[name=age]') !== null;
  const status = document.getElementById('finding-count');
  const show = () => {
    const data = new FormData(filters);
    const severities = new Set(data.getAll('severity')), ages = new Set(data.getAll('age'));
    const file = data.get('file') ?? '', words = (data.get('text') ?? '').toLowerCase().split(/\\s+/).filter(Boolean);
    const isFiltered = file !== '' || words.length > 0 || [...filters.querySelectorAll('[type=checkbox]')].some(({ checked }) => !checked);
    let shown = 0;
    for (const item of items) {
      const { severity, age, files } = item.dataset;
      const isShown = severities.has(severity) && (!hasAges || ages.has(age)) && (file === '' || files.split(' ').includes(file)) && words.every((word) => texts.get(item).includes(word));
      item.hidden = !isShown;
      if (isShown) shown += Number(item.dataset.count);
    }
    for (const fold of document.querySelectorAll('details.older')) if (isFiltered) fold.open = fold.querySelector('[data-severity]:not([hidden])') !== null;
    status.textContent = 'Showing ' + shown + ' of ' + status.dataset.total + ' findings.';
  };
  filters.addEventListener('input', show);
  filters.addEventListener('reset', () => setTimeout(show));
  filters.addEventListener('submit', (event) => event.preventDefault());
  filters.hidden = false;
}
`;
