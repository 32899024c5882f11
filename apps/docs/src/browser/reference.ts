import { BASE } from '../site.ts';

// Headings within the description of an operation. The heading of the operation itself is an h2.
const HEADING_LEVELS = { h4: '3', h5: '4' };

// The names by which Redocly's cookie knows the languages.
const languages: Readonly<Record<string, string>> = {
  typescript: 'TypeScript',
  python: 'Python',
  curl: 'curl',
};

/** Improves Redocly's page, again after each time Redocly draws an operation. */
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

/** Gives the reference the theme that the reader chose. Redocly knows only the theme of the system. */
function followTheme(): void {
  const { classList, dataset } = document.documentElement;
  const isDark = dataset.theme === 'dark';
  if (classList.contains('dark') === isDark && classList.contains('light') !== isDark) return;
  classList.toggle('dark', isDark);
  classList.toggle('light', !isDark);
}

/** Makes the tabs of the guides open in the language that the reader chose here. */
function rememberLanguage(): void {
  const [, store = ''] = /redoc\.appStore=([^;]*)/.exec(document.cookie) ?? [];
  const [, stored = ''] = /"language":"(\w+)"/.exec(decodeURIComponent(store)) ?? [];
  const language = languages[stored];
  if (language !== undefined) localStorage.setItem('starlight-synced-tabs__language', language);
}

/** Makes links within the reference also work in a new tab: Redocly's router reads the part after `#`. */
function rewriteOwnLinks(reference: Element): void {
  for (const link of reference.querySelectorAll('a[href^="/"]')) {
    const address = link.getAttribute('href') ?? '';
    if (!`${address}/`.startsWith(BASE)) link.setAttribute('href', `#${address}`);
  }
}

/** Adds the landmarks, the order of headings, and the names that screen readers need. */
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
  // The name of the button is its selected value. Without this, it would always be "Example".
  for (const button of reference.querySelectorAll('button[aria-haspopup="menu"][aria-label]')) {
    button.ariaLabel = null;
  }
}
