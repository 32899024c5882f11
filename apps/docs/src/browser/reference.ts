import { BASE } from '../site.ts';

// Headings inside an operation, whose own is of the second order.
const HEADING_LEVELS = { h4: '3', h5: '4' };

// By what Redocly calls them in its cookie.
const languages: Readonly<Record<string, string>> = {
  typescript: 'TypeScript',
  python: 'Python',
  curl: 'curl',
};

/** Adds what Redocly's page lacks, again whenever it draws an operation. */
export function completeReference(): void {
  const reference = document.querySelector('#redoc');
  if (reference === null) return;
  const root = document.documentElement;
  followStaticLink();
  onChange(root, { attributeFilter: ['class', 'data-theme'] }, followTheme);
  onChange(reference, { subtree: true, childList: true, attributeFilter: ['href'] }, () => {
    rewriteOwnLinks(reference);
    addAccessibleNames(reference);
    rememberLanguage();
  });
}

function onChange(element: Element, observed: MutationObserverInit, react: () => void): void {
  new MutationObserver(react).observe(element, observed);
  react();
}

/** Shows the part that an address names in the form that links have before a script runs. */
function followStaticLink(): void {
  if (/^#[^/]/.test(location.hash)) {
    history.replaceState(null, '', `#/${location.hash.slice(1)}`);
  }
}

/** Gives the reference the theme that the reader chose: Redocly knows only the one of the system. */
function followTheme(): void {
  const { classList, dataset } = document.documentElement;
  const isDark = dataset.theme === 'dark';
  if (classList.contains('dark') === isDark && classList.contains('light') !== isDark) return;
  classList.toggle('dark', isDark);
  classList.toggle('light', !isDark);
}

/** Has the tabs of the guides open in the language that the reader chose here. */
function rememberLanguage(): void {
  const [, store = ''] = /redoc\.appStore=([^;]*)/.exec(document.cookie) ?? [];
  const [, stored = ''] = /"language":"(\w+)"/.exec(decodeURIComponent(store)) ?? [];
  const language = languages[stored];
  if (language !== undefined) localStorage.setItem('starlight-synced-tabs__language', language);
}

/** Makes links within the reference lead to their place in a new tab too: its router reads what is behind `#`. */
function rewriteOwnLinks(reference: Element): void {
  for (const link of reference.querySelectorAll('a[href^="/"]')) {
    const address = link.getAttribute('href') ?? '';
    if (!`${address}/`.startsWith(BASE)) link.setAttribute('href', `#${address}`);
  }
}

/** Gives what Redocly makes the landmark, the order of headings and the names that readers of screens need. */
function addAccessibleNames(reference: Element): void {
  for (const menu of reference.querySelectorAll('.menu-content:not([role])')) {
    menu.role = 'navigation';
    menu.ariaLabel = 'Operations';
  }
  for (const [heading, level] of Object.entries(HEADING_LEVELS)) {
    for (const element of reference.querySelectorAll(`${heading}:not([aria-level])`)) {
      element.ariaLevel = level;
    }
  }
  // What is chosen names the button, which is called "Example" whatever it shows.
  for (const button of reference.querySelectorAll('button[aria-haspopup="menu"][aria-label]')) {
    button.ariaLabel = null;
  }
}
