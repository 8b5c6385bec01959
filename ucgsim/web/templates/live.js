{
  const unpacked = async (id) => {
    const packed = Uint8Array.from(atob(document.getElementById(id).textContent.trim()), (letter) =>
      letter.charCodeAt(0),
    );
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  };
  // Within a page no script may hold the tag that ends one.
  const END = `<${'/'}script>`;
  // A page within a page has no storage where it has no origin: what is saved there lasts until it is closed.
  const memory = `<script>for (const name of ['localStorage', 'sessionStorage']) {
    try { self[name].length; } catch {
      const has = (key) => Object.hasOwn(saved, key);
      const saved = Object.create({
        getItem: (key) => (has(key) ? saved[key] : null), setItem: (key, value) => { saved[key] = String(value); },
        removeItem: (key) => { delete saved[key]; },
      });
      Object.defineProperty(self, name, { value: saved });
    }
  }${END}`;
  // Escape is pressed within the game's own page, which closes its dialogs and empties its fields by it first.
  // The key is up before the frame goes, or its second half would be sent to nobody.
  const back = `<script>{
    let leaves = false;
    addEventListener('keydown', ({ key, defaultPrevented, target }) => {
      const typed = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      const own = defaultPrevented || document.querySelector('dialog[open]') || typed;
      leaves = key === 'Escape' && !own;
    });
    const leave = () => parent.postMessage('ucgsim-back', '*');
    addEventListener('keyup', ({ key }) => { if (leaves && key === 'Escape') setTimeout(leave, 30); });
  }${END}`;
  let whole;
  const made = async () =>
    URL.createObjectURL(new Blob([await unpacked('ucgsim-page'), memory, back], { type: 'text/html' }));
  const open = async (button) => {
    const dialog = document.createElement('dialog');
    const bar = dialog.appendChild(document.createElement('div'));
    const close = bar.appendChild(document.createElement('button'));
    const title = bar.appendChild(document.createElement('b'));
    const frame = document.createElement('iframe');
    dialog.className = 'live-shown';
    bar.className = 'live-bar';
    close.type = 'button';
    close.textContent = 'Back to the report';
    title.textContent = frame.title = button.dataset.title;
    dialog.setAttribute('aria-label', button.dataset.title);
    document.body.append(dialog);
    dialog.showModal();
    document.documentElement.style.overflow = 'hidden';
    const hear = (event) => {
      if (event.source === frame.contentWindow && event.data === 'ucgsim-back') dialog.close();
    };
    addEventListener('message', hear);
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => {
      removeEventListener('message', hear);
      document.documentElement.style.overflow = '';
      dialog.remove();
      button.focus();
    });
    whole ??= made();
    const address = await whole;
    frame.src = address + button.dataset.link;
    frame.addEventListener('load', () => frame.focus());
    if (dialog.open) dialog.append(frame);
  };
  const canUnpack = typeof DecompressionStream !== 'undefined';
  // Parts of a large report are packed, and come in as it opens.
  const parts = document.querySelectorAll('p.packed');
  if (parts.length && canUnpack)
    unpacked('ucgsim-parts').then((text) => {
      const all = JSON.parse(text);
      for (const part of parts) part.outerHTML = all[part.dataset.part];
      dispatchEvent(new Event('resize'));
      if (location.hash) dispatchEvent(new Event('hashchange'));
    });
  const section = document.querySelector('section.live');
  const why = section.querySelector('.live-why');
  section.hidden = false;
  if (canUnpack && typeof WebAssembly !== 'undefined' && typeof HTMLDialogElement !== 'undefined') {
    why.remove();
    for (const link of document.querySelectorAll('nav a[href="#play-on"]')) link.hidden = false;
    for (const button of document.querySelectorAll('button.live-open')) {
      button.hidden = false;
      button.addEventListener('click', () => open(button));
    }
  } else why.textContent = 'This browser can not play the game: open this file with a newer one.';
}
