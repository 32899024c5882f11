import type { Searcher, SearchHit } from './searcher.ts';

const MAX_HITS = 12;

/** Opens by its button, `/` or Ctrl-K; arrows choose a hit and Enter follows it. */
export function enableSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-search-index]');
  const dialog = document.querySelector<HTMLDialogElement>('#search');
  const field = dialog?.querySelector('input');
  const list = dialog?.querySelector('[role=listbox]');
  const status = dialog?.querySelector('[role=status]');
  if (!button || !dialog || !field || !list || !status) return;
  const address = button.dataset.searchIndex ?? '';

  let loading: Promise<Searcher> | undefined;
  let chosen = 0;
  button.hidden = false;

  // The index and the library that reads it come when they are needed first.
  async function load(): Promise<Searcher> {
    const { loadSearcher } = await import('./searcher.ts');
    return await loadSearcher(address);
  }

  // One that failed is forgotten, so that what is typed next loads it again.
  async function searcher(): Promise<Searcher> {
    loading ??= load();
    try {
      return await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }

  function open(): void {
    // That it failed is said once something is searched.
    searcher().catch(() => {});
    if (!dialog?.open) dialog?.showModal();
    field?.select();
  }

  async function show(): Promise<void> {
    const query = field?.value.trim() ?? '';
    try {
      const search = await searcher();
      if (field?.value.trim() !== query) return;
      const hits = query === '' ? [] : search(query).slice(0, MAX_HITS);
      list?.replaceChildren(...hits.map(optionOf));
      if (status) status.textContent = statusOf(query, hits);
      choose(0);
    } catch {
      // A browser may not ask twice for a script that failed, so typing more may not be enough.
      if (status)
        status.textContent =
          'The search could not be loaded. Look at your connection and try again, or load the page again.';
    }
  }

  function choose(index: number): void {
    const options = [...(list?.children ?? [])];
    chosen = options.length === 0 ? 0 : (index + options.length) % options.length;
    options.forEach((option, at) => {
      option.setAttribute('aria-selected', String(at === chosen));
    });
    field?.setAttribute('aria-expanded', String(options.length > 0));
    const option = options[chosen];
    if (option === undefined) {
      field?.removeAttribute('aria-activedescendant');
    } else {
      field?.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    }
  }

  button.addEventListener('click', open);
  field.addEventListener('input', () => void show());
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Enter') list.querySelectorAll('a')[chosen]?.click();
    else return;
    event.preventDefault();
  });
  // A hit may be on the page that is shown already; a click beside the dialog closes it too.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close();
  });
  document.addEventListener(
    'keydown',
    (event) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea');
      const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey;
      const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isSlash && !isCtrlK) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      open();
    },
    { capture: true },
  );
}

function optionOf({ address, title, page, area }: SearchHit, index: number): HTMLAnchorElement {
  const option = document.createElement('a');
  option.role = 'option';
  option.id = `hit-${index}`;
  option.href = address;
  option.tabIndex = -1;
  const words = document.createElement('strong');
  words.textContent = title;
  const where = document.createElement('span');
  where.textContent = page === title ? area : `${area} · ${page}`;
  option.append(words, where);
  return option;
}

function statusOf(query: string, hits: SearchHit[]): string {
  if (query === '') return '';
  if (hits.length === 0) return `Nothing is found for “${query}”.`;
  return hits.length === 1 ? '1 result' : `${hits.length} results`;
}
