const key = (cell) => cell.dataset.order ?? cell.textContent.trim().toLowerCase();
const compare = (a, b) => (a !== '' && b !== '' && !isNaN(a) && !isNaN(b) ? a - b : a.localeCompare(b));
/* Heard by the whole page, for parts of it may come later. */
document.addEventListener('click', (event) => {
  const button = event.target.closest('th button');
  if (!button) return;
  const head = button.parentElement,
    body = head.closest('table').tBodies[0],
    column = head.cellIndex;
  const down = head.getAttribute('aria-sort') === 'ascending';
  for (const other of head.parentElement.cells) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  body.append(...[...body.rows].sort((x, y) => compare(key(x.cells[column]), key(y.cells[column])) * (down ? -1 : 1)));
});
document.addEventListener('input', ({ target }) => {
  const filter = target.closest('.filter');
  if (!filter) return;
  const words = filter.querySelector('input').value.toLowerCase().split(/\s+/);
  const chosen = [...filter.querySelectorAll('select')].filter((select) => select.value);
  const rows = [...filter.closest('figure').querySelector('tbody').rows];
  for (const row of rows)
    row.hidden = !(
      words.every((word) => row.textContent.toLowerCase().includes(word)) &&
      chosen.every((select) => row.cells[select.dataset.column].textContent === select.value)
    );
  filter.querySelector('output').textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
});
const share = document.getElementById('share');
share.addEventListener('click', async () => {
  const lines = [
    document.title,
    ...[...document.querySelectorAll('.answer > p:not(.basis)')].map((p) => p.textContent),
    [...document.querySelectorAll('.badge')].map((badge) => badge.textContent).join(' · '),
  ];
  try {
    await navigator.clipboard.writeText(lines.join('\n'));
  } catch {
    const area = document.createElement('textarea');
    area.value = lines.join('\n');
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  share.textContent = 'Copied';
});
const measure = () => {
  for (const box of document.querySelectorAll('.scroll')) {
    const more = box.scrollWidth > box.clientWidth + 1;
    box.parentElement.classList.toggle('more', more);
    if (more) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }
};
addEventListener('resize', measure);
addEventListener('toggle', measure, true);
measure();
const show = () => {
  const there = location.hash && document.getElementById(location.hash.slice(1));
  for (let part = there; part; part = part.parentElement) if (part.tagName === 'DETAILS') part.open = true;
  if (there) there.scrollIntoView();
};
addEventListener('hashchange', show);
show();
/* Of one player alone: its row turned into a column, the hardest opponent first, and the parts that tell of it. */
for (const select of document.querySelectorAll('select.mine')) {
  const table = select.closest('figure').querySelector('table'),
    mine = document.createElement('table');
  mine.className = 'grid';
  table.after(mine);
  const pick = () => {
    const who = select.value,
      row = who && table.querySelector(`tr[data-who="${who}"]`);
    table.hidden = !!row;
    mine.hidden = !row;
    mine.replaceChildren();
    if (row) {
      const line = (name, cell) => {
        const made = mine.insertRow(),
          head = document.createElement('th');
        head.scope = 'row';
        head.textContent = name;
        made.append(head, cell.cloneNode(true));
      };
      const names = [...table.tHead.rows[0].cells].map((head) => head.textContent);
      const cells = [...row.cells].map((cell, at) => [names[at], cell]).slice(1);
      line(...cells[0]);
      const others = cells.slice(1).filter(([, cell]) => !cell.classList.contains('mirror'));
      for (const each of others.sort((x, y) => compare(key(x[1]), key(y[1])))) line(...each);
    }
    for (const part of document.querySelectorAll('main [data-who]'))
      part.hidden = !!row && !part.dataset.who.split(' ').includes(who);
    measure();
  };
  select.addEventListener('change', pick);
  pick();
}
